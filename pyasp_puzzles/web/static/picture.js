// Puts the server's pictures on the page.

const SVG = "http://www.w3.org/2000/svg";
let pictures = 0;

/** A new part of a picture. @param {string} name @param {object} [attributes] */
export function shape(name, attributes = {}, ...parts) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...parts);
  return made;
}

/** An element from the text of an SVG document. @param {string} text */
export function parsed(text) {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (found.localName !== "svg") throw new Error("The server sent a picture that is no SVG.");
  return /** @type {any} */ (document.importNode(found, true));
}

/**
 * An SVG element from the server's text, which has no style and no words: the page has these. Its
 * ids become unique.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function toPicture(text) {
  const own = `-p${++pictures}`;
  const plain = text
    .replace(/ id="([^"]*)"/g, ` id="$1${own}"`)
    .replace(/url\(#([^)]*)\)/g, `url(#$1${own})`);
  const svg = parsed(plain);
  const box = svg.viewBox.baseVal;
  resize(svg, box.width, box.height);
  return svg;
}

function resize(svg, width, height) {
  svg.setAttribute("width", String(Math.round(width)));
  svg.setAttribute("height", String(Math.round(height)));
}

/**
 * Shows a picture in place of what an element holds; as decoration, without words.
 * @param {Element} place
 * @param {string} text
 */
export function decorate(place, text) {
  const svg = toPicture(text);
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  place.replaceChildren(svg);
}

/**
 * Leaves out the margins and the title, which the page has in its heading, of pictures that are on
 * show. It measures all of them before it changes one: the browser then has one layout to do.
 * @param {SVGSVGElement[]} pictures
 * @param {number} scale pixels for a unit of the drawing
 * @param {number} margin
 */
export function crop(pictures, scale, margin) {
  const boxes = pictures.map((svg) => {
    for (const title of svg.querySelectorAll(":scope > text")) title.remove();
    return /** @type {SVGGElement} */ (svg.querySelector(":scope > g")).getBBox();
  });
  pictures.forEach((svg, number) => {
    const box = boxes[number];
    if (!box.width || !box.height) return; // not on show
    const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
    svg.setAttribute("viewBox", `${box.x - margin} ${box.y - margin} ${width} ${height}`);
    resize(svg, scale * width, scale * height);
    svg.style.setProperty("--wide", String(width)); // for paper
  });
}

const GAP = 20;
const CAPTION = 22;

/**
 * Puts the panels of a picture below each other where the page is too narrow for them, and takes
 * the legend out of it, so that the page can write it larger.
 * @param {SVGSVGElement} svg a picture that is on show
 * @param {number} width units of the drawing that have room
 * @returns {{key: SVGSVGElement | null, meaning: string}[]} the entries of the legend
 */
export function arrange(svg, width) {
  const parts = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelector(":scope > g").children]);
  if (svg.viewBox.baseVal.width > width) wrap(parts, width);
  const legend = svg.querySelector(":scope > g.legend");
  const entries = [...(legend?.children ?? [])].map(entryOf);
  legend?.remove();
  return entries;
}

/**
 * An entry of the legend: its sign as a picture of its own, and its words.
 * @param {SVGGElement} group
 */
function entryOf(group) {
  const words = [...group.querySelectorAll('text[text-anchor="start"]')];
  const meaning = words.map((line) => line.textContent).join(" ");
  for (const line of words) line.remove();
  if (!group.childElementCount) return { key: null, meaning };
  const { x, y, width, height } = group.getBBox();
  const viewBox = `${x - 2} ${y - 2} ${width + 4} ${height + 4}`;
  const key = shape("svg", { viewBox, "aria-hidden": "true" }, ...group.children);
  resize(key, width + 4, height + 4);
  return { key, meaning };
}

/** Lays panels, each perhaps after its caption, in lines that are not wider than asked. */
function wrap(parts, width) {
  let [x, y, high] = [0, 0, 0];
  let caption = null;
  for (const part of parts) {
    if (part.localName !== "g") {
      caption = part;
      continue;
    }
    const box = part.getBBox();
    const top = caption ? CAPTION : 0;
    const wide = Math.max(box.width, caption?.getBBox().width ?? 0);
    if (x > 0 && x + wide > width) [x, y, high] = [0, y + high + GAP, 0];
    caption?.setAttribute("x", String(x));
    caption?.setAttribute("y", String(y + 14));
    part.setAttribute("transform", `translate(${x - box.x} ${y + top - box.y})`);
    x += wide + GAP;
    high = Math.max(high, box.height + top);
    caption = null;
  }
}

/**
 * A cell as people read it; clues may stand around a board, in row and column 0. An edge or a
 * corner is named by a cell of the board.
 * @param {string} cell such as "2,3", or "2,3,2,4" for the edge between two cells
 */
export function cellName(cell) {
  const [row, column, ...more] = cell.split(",").map(Number);
  const [down, right] = [more[0] - row, more[1] - column];
  if (more.length === 2 && [0, 1].includes(down) && [0, 1].includes(right) && down + right) {
    const sides = [
      ...(down ? [row ? "lower" : "upper"] : []),
      ...(right ? [column ? "right" : "left"] : []),
    ];
    const what = down && right ? "corner" : "side";
    return `${sides.join(" ")} ${what} of row ${row || more[0]}, column ${column || more[1]}`;
  }
  if (more.length || column === undefined) return `cell ${cell.replaceAll(",", ", ")}`;
  if (row === 0) return `above column ${column}`;
  if (column === 0) return `left of row ${row}`;
  return `row ${row}, column ${column}`;
}
