// Draws what was laid over the picture of the empty board, until the true picture comes.

import { parsed, shape } from "./picture.js";

/** Elements of drawings by their text. */
const elements = new Map();

/**
 * Paints ways of tools on a picture.
 * @param {SVGSVGElement} svg of the empty board
 * @param {SVGPathElement[]} hits its areas for clicks
 * @param {import("./hands.js").Way[]} ways
 * @param {string[]} art the drawings
 */
export function paint(svg, hits, ways, art) {
  const panels = [...svg.querySelectorAll(":scope > g:not(.legend) > g")];
  const places = new Map();
  for (const hit of hits) {
    const name = hit.dataset.cell;
    places.set(name, [...(places.get(name) ?? []), hit]);
  }
  const find = (name, panel) => {
    const found = places.get(name) ?? [];
    return found.find((hit) => hit.parentNode === panels[panel]) ?? found[0];
  };
  const spots = new Map();
  const groups = new Map();
  for (const near of [false, true]) {
    for (const way of ways) {
      for (const [where, panel, ground, content, grouped] of way.looks) {
        if ((typeof where === "number") !== near) continue;
        const hit = find(near ? way.covers[where] : where, panel);
        if (!hit) continue;
        spots.set(hit, [
          ...(near && spots.get(hit)?.at(-1).near ? spots.get(hit) : []),
          { ground, content, near },
        ]);
        if (grouped) groups.set(hit, way.tool);
      }
    }
  }
  const layers = new Map();
  for (const [hit, looks] of spots) {
    const panel = hit.parentNode;
    if (!layers.has(panel))
      layers.set(panel, [document.createDocumentFragment(), document.createDocumentFragment()]);
    const [below, above] = layers.get(panel);
    const { x, y } = middleOf(hit);
    for (const { ground, content } of looks) {
      if (ground) below.append(placed(art[ground], x, y));
      if (content) above.append(placed(art[content], x, y));
    }
  }
  for (const [panel, [below, above]] of layers) {
    const walls = panel.querySelector(":scope > :is(.thin, .wall, text, g)");
    panel.insertBefore(below, walls ?? firstHit(panel));
    panel.insertBefore(above, firstHit(panel));
  }
  drawWalls(hits, groups);
}

function firstHit(panel) {
  return panel.querySelector(":scope > .hit");
}

/** A drawing around a point. */
function placed(text, x, y) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  if (!elements.has(text)) elements.set(text, parsed(svg).firstElementChild);
  const how = { transform: `translate(${x} ${y})`, class: "laid" };
  return shape("g", how, elements.get(text).cloneNode(true));
}

/** The corners of a hit. @returns {{x: number, y: number}[]} */
function cornersOf(hit) {
  const words = hit.getAttribute("d").match(/-?\d+(\.\d+)?/g);
  const numbers = words.map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[2 * at],
    y: numbers[2 * at + 1],
  }));
}

/** The middle of a hit: the mean of its corners. */
export function middleOf(hit) {
  const corners = cornersOf(hit);
  const mean = (axis) => corners.reduce((sum, each) => sum + each[axis], 0) / corners.length;
  return { x: mean("x"), y: mean("y") };
}

/** Walls around the cells of each group. @param {Map<SVGPathElement, string>} groups */
function drawWalls(hits, groups) {
  if (!groups.size) return;
  const sides = new Map();
  for (const hit of hits) {
    if (hit.dataset.kind) continue;
    const corners = cornersOf(hit);
    corners.forEach((corner, at) => {
      const ends = [corner, corners[(at + 1) % corners.length]]
        .map(({ x, y }) => `${x} ${y}`)
        .sort();
      const side = `M${ends.join("L")}`;
      sides.set(side, [...(sides.get(side) ?? []), groups.get(hit) ?? ""]);
    });
  }
  const lines = [...sides]
    .filter(([, own]) => own.length === 2 && own[0] !== own[1])
    .map(([side]) => side);
  const how = { class: "wall laid", fill: "none", "stroke-width": 2, "stroke-linecap": "round" };
  const wall = shape("path", { ...how, d: lines.join("") });
  const [first] = groups.keys();
  first.parentNode.insertBefore(wall, firstHit(first.parentNode));
}
