// A solid that one turns, and takes apart by layers and piece by piece.

import { button, make } from "./dom.js";
import { mean, Scene } from "./scene.js";

/** @typedef {import("./scene.js").Block} Block */

const START = { turn: 24, tilt: 32, apart: 0, free: true, off: 0 };
const STEP = 10;
/**
 * The frame of a role on each face of a block, as pictures have it: colour, width and dashes in
 * sides of a cell.
 */
const FRAMES = {
  reason: ["#1d6fa8", 0.065, [0.15, 0.08]],
  new: ["#23762a", 0.09, []],
  wrong: ["#c22", 0.075, []],
  differs: ["#a34e00", 0.08, [0.04, 0.08]],
};
/** The largest zoom; how far a frame is from the rim of its face towards the middle. */
const LARGEST = 4;
const INSET = 0.16;

/** What can be done: keys; text and, where it is no word, name of a button; what, by how much. */
const CONTROLS = [
  [["ArrowLeft"], "◀", "Turn to the left", "turn", -STEP],
  [["ArrowRight"], "▶", "Turn to the right", "turn", STEP],
  [["ArrowUp"], "▲", "Tilt towards you", "tilt", STEP],
  [["ArrowDown"], "▼", "Tilt away from you", "tilt", -STEP],
  [["+", "="], "+", "Larger", "zoom", 1.2],
  [["-"], "−", "Smaller", "zoom", 1 / 1.2],
  [["l"], "", "", "layers", 0.25],
  [["L"], "", "", "layers", -0.25],
  [["."], "Piece off", "", "pieces", 1],
  [[","], "Piece on", "", "pieces", -1],
  [["Home"], "As at first", "", "reset", 0],
];
const HELP =
  "Drag it, or: arrow keys turn it, + and − change its size, L moves the layers apart, " +
  "the full stop takes a piece off, the comma puts it on, Home shows it as at first.";

/** Shows the solid of a board in an element; keeps how it is turned when the board changes. */
export class SolidView {
  /** How many pictures were drawn so far. */
  drawn = 0;
  #look = { ...START };
  #zoom = 1;
  #scene = null;
  #asked = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    place.hidden = true;
    place.className = "solid";
    this.canvas = make("canvas", {
      tabIndex: 0,
      role: "application",
      "aria-roledescription": "solid that turns",
      "aria-describedby": "solid-help solid-words",
    });
    this.said = make("p", { className: "quiet", role: "status" });
    this.words = make("ul", { id: "solid-words" });
    const help = make("p", { id: "solid-help" }, HELP);
    const head = make("summary", {}, "Keys, and the solid in words");
    const details = make("details", { className: "quiet" }, head, help, this.words);
    place.replaceChildren(this.canvas, this.#controls(), this.said, details);
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#followPointers();
    new ResizeObserver(() => this.#ask()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#ask());
    // Paper does not wait.
    matchMedia("print").addEventListener("change", () => this.#scene && this.#draw());
    const theme = { attributeFilter: ["data-theme"] };
    new MutationObserver(() => this.#ask()).observe(document.documentElement, theme);
  }

  /**
   * @param {Block[]} blocks none: the board is flat, and nothing is shown
   * @param {string} label of the picture
   */
  show(blocks, label) {
    this.place.hidden = !blocks.length;
    this.#scene = blocks.length ? new Scene(blocks) : null;
    if (!this.#scene) return;
    this.canvas.setAttribute("aria-label", `Solid. ${label}`);
    this.words.replaceChildren(...inWords(blocks).map((text) => make("li", {}, text)));
    this.#look.off = Math.min(this.#look.off, this.#scene.pieces.length);
    this.#showState();
    this.#ask();
  }

  /** Shows it as at first, for a new board. */
  reset() {
    this.#look = { ...START };
    this.#zoom = 1;
    this.said.textContent = "";
    this.#showState();
    this.#ask();
  }

  #controls() {
    const buttons = CONTROLS.filter(([, text]) => text).map(([, text, label, what, by]) => {
      const sign = by > (what === "zoom" ? 1 : 0) ? "+" : "-";
      const how = { "data-solid": what + sign, ...(label && { "aria-label": label }) };
      return button(text, () => this.#change(what, by), how);
    });
    this.slider = make("input", { type: "range", min: "0", max: "1", step: "0.05", value: "0" });
    this.slider.addEventListener("input", () =>
      this.#change("layers", Number(this.slider.value) - this.#look.apart),
    );
    this.layers = make("label", { className: "tick" }, "Layers apart", this.slider);
    this.free = make("input", { type: "checkbox", checked: true });
    this.free.addEventListener("change", () => {
      this.#look.free = this.free.checked;
      this.#ask();
    });
    const free = make("label", { className: "tick" }, this.free, " Free cells");
    const how = { className: "strip", role: "group", "aria-label": "Solid" };
    return make("div", how, ...buttons, this.layers, free);
  }

  #key(event) {
    const [, , , what, by] = CONTROLS.find(([keys]) => keys.includes(event.key)) ?? [];
    if (event.ctrlKey || event.metaKey || event.altKey || !what) return;
    event.preventDefault();
    this.#change(what, by);
  }

  #change(what, by) {
    const look = this.#look;
    if (what === "turn") look.turn = (look.turn + by) % 360;
    else if (what === "tilt") look.tilt = clamp(look.tilt + by, -90, 90);
    else if (what === "zoom") this.#zoom = clamp(this.#zoom * by, 0.4, LARGEST);
    else if (what === "layers") look.apart = clamp(look.apart + by, 0, 1);
    else if (what === "reset") this.reset();
    else this.#takeOff(by);
    this.#showState();
    this.#ask();
  }

  #takeOff(by) {
    const { pieces } = this.#scene;
    const before = this.#look.off;
    this.#look.off = clamp(before + by, 0, pieces.length);
    if (this.#look.off === before) {
      this.said.textContent = by > 0 ? "No piece is left on it." : "All pieces are on it.";
      return;
    }
    const piece = pieces[Math.max(before, this.#look.off) - 1];
    const on = pieces.length - this.#look.off;
    const done = `Piece ${piece.label} is ${by > 0 ? "off" : "on"}`;
    this.said.textContent = `${done}: ${on} of ${pieces.length} pieces are on it.`;
  }

  #showState() {
    this.slider.value = String(this.#look.apart);
    this.free.checked = this.#look.free;
    const { pieces, levels } = this.#scene ?? { pieces: [], levels: 1 };
    this.layers.hidden = levels < 2;
    for (const each of this.place.querySelectorAll('[data-solid^="pieces"]'))
      each.hidden = !pieces.length;
    Object.assign(this.canvas.dataset, this.#look);
  }

  /** A drag turns it. */
  #followPointers() {
    let from = [0, 0];
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      if (!event.button) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      this.#change("turn", (event.clientX - from[0]) / 2);
      this.#change("tilt", (event.clientY - from[1]) / 2);
      from = [event.clientX, event.clientY];
    });
  }

  /** Asks for one picture before the next frame, however much changes until then. */
  #ask() {
    if (this.#asked || !this.#scene) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      if (this.#scene && !this.place.hidden) this.#draw();
    });
  }

  #draw() {
    const { canvas } = this;
    const dots = window.devicePixelRatio;
    const sides = [canvas.clientWidth, canvas.clientHeight];
    const [width, height] = sides.map((length) => Math.round(length * dots));
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const brush = canvas.getContext("2d");
    brush.resetTransform();
    brush.clearRect(0, 0, width, height);
    const scale = (0.47 * Math.min(width, height) * this.#zoom) / this.#scene.radius(this.#look);
    const ink = getComputedStyle(canvas).color;
    brush.lineJoin = brush.lineCap = "round";
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    for (const face of this.#scene.faces(this.#look)) {
      const points = face.points.map(([x, y]) => [width / 2 + scale * x, height / 2 + scale * y]);
      drawFace(brush, face, points, scale, ink);
    }
    this.drawn += 1;
    canvas.dataset.drawn = String(this.drawn);
  }
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {import("./scene.js").Face} face
 * @param {number[][]} points its corners in dots
 * @param {number} scale dots for a side of a cell
 * @param {string} ink of free cells
 */
function drawFace(brush, { block, dark, strong }, points, scale, ink) {
  const path = outline(points);
  const free = block.colour === null;
  brush.globalAlpha = free ? 0.07 : 1;
  brush.fillStyle = free ? ink : darker(block.colour, dark);
  brush.fill(path);
  brush.globalAlpha = 0.35;
  brush.strokeStyle = free ? ink : "#1b1b1b";
  brush.lineWidth = 0.02 * scale;
  brush.stroke(path);
  brush.globalAlpha = 1;
  drawRole(brush, block.role, points, scale);
  if (free) return;
  brush.lineWidth = 0.045 * scale;
  brush.beginPath();
  points.forEach((point, number) => {
    if (!strong[number]) return;
    brush.moveTo(...point);
    brush.lineTo(...points[(number + 1) % points.length]);
  });
  brush.stroke();
  if (block.label && area(points) > 0.25 * scale * scale) {
    brush.fillStyle = "#141414";
    brush.font = `${0.34 * scale}px system-ui, "DejaVu Sans", Verdana, Arial, sans-serif`;
    brush.fillText(block.label, ...mean(points));
  }
}

function outline(points) {
  const path = new Path2D();
  for (const point of points) path.lineTo(...point); // the first one begins
  path.closePath();
  return path;
}

/** The frame of a role inside a face; a mistake is crossed out as well. */
function drawRole(brush, role, points, scale) {
  const frame = FRAMES[role];
  if (!frame) return;
  const middle = mean(points);
  const towards = (point, part) => point.map((at, axis) => at + part * (middle[axis] - at));
  const inner = points.map((point) => towards(point, INSET));
  const path = outline(inner);
  if (role === "wrong") {
    for (const corner of [inner[0], inner[inner.length >> 1]]) {
      path.moveTo(...corner); // what stands in the middle stays readable
      path.lineTo(...towards(corner, 0.6));
    }
  }
  const [colour, width, dashes] = frame;
  brush.strokeStyle = "rgb(255 255 255 / 75%)";
  brush.lineWidth = 0.125 * scale;
  brush.stroke(path);
  brush.strokeStyle = colour;
  brush.lineWidth = width * scale;
  brush.setLineDash(dashes.map((length) => length * scale));
  brush.stroke(path);
  brush.setLineDash([]);
}

function area(points) {
  const twice = points.reduce((sum, [x, y], number) => {
    const [right, down] = points[(number + 1) % points.length];
    return sum + x * down - right * y;
  }, 0);
  return Math.abs(twice / 2);
}

function darker(colour, by) {
  const parts = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part * (1 - by))).join(" ")})`;
}

/** A line for each layer: which pieces have how many cells in it. @param {Block[]} blocks */
function inWords(blocks) {
  const layers = [];
  for (const { level, colour, label } of blocks) {
    const name = colour === null ? "" : label;
    const layer = (layers[level] ??= new Map());
    layer.set(name, (layer.get(name) ?? 0) + 1);
  }
  const told = ([name, count]) => {
    const cells = count === 1 ? "cell" : "cells";
    return name ? `piece ${name} ${count} ${cells}` : `${count} free ${cells}`;
  };
  return layers.map((layer, level) => `Layer ${level + 1}: ${[...layer].map(told).join(", ")}.`);
}

function clamp(number, least, most) {
  return Math.max(least, Math.min(most, number));
}
