// A solid that one turns, and takes apart by layers and piece by piece.

import { Scene } from "./scene.js";

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
const LARGEST = 4;

const KEYS = {
  ArrowLeft: ["turn", -STEP],
  ArrowRight: ["turn", STEP],
  ArrowUp: ["tilt", STEP],
  ArrowDown: ["tilt", -STEP],
  "+": ["zoom", 1.2],
  "=": ["zoom", 1.2],
  "-": ["zoom", 1 / 1.2],
  l: ["layers", 0.25],
  L: ["layers", -0.25],
  ".": ["pieces", 1],
  ",": ["pieces", -1],
  Home: ["reset", 0],
};

const BUTTONS = [
  ["◀", "Turn to the left", "turn", -STEP],
  ["▶", "Turn to the right", "turn", STEP],
  ["▲", "Tilt towards you", "tilt", STEP],
  ["▼", "Tilt away from you", "tilt", -STEP],
  ["+", "Larger", "zoom", 1.2],
  ["−", "Smaller", "zoom", 1 / 1.2],
  ["Piece off", "", "pieces", 1],
  ["Piece on", "", "pieces", -1],
  ["As at first", "", "reset", 0],
];

/** Shows the solid of a board in an element; keeps how it is turned when the board changes. */
export class SolidView {
  /** How many pictures were drawn so far. */
  drawn = 0;
  #look = { ...START };
  #zoom = 1;
  #scene = null;
  #asked = false;
  #paths = [];
  #fingers = new Map();
  #dragged = 0;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    place.hidden = true;
    place.className = "solid";
    this.canvas = make("canvas", { tabIndex: 0 });
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", "solid that turns");
    this.canvas.setAttribute("aria-describedby", "solid-help solid-words");
    this.said = make("p", { className: "quiet" });
    this.said.setAttribute("role", "status");
    const help = make("p", {
      id: "solid-help",
      className: "quiet",
      textContent:
        "Drag it, or: arrow keys turn it, + and − change its size, L moves the layers apart, " +
        "the full stop takes a piece off, the comma puts it on, Home shows it as at first.",
    });
    this.words = make("ul", { id: "solid-words" });
    const details = make("details", {});
    details.append(make("summary", { textContent: "The solid in words" }), this.words);
    place.replaceChildren(this.canvas, this.#controls(), this.said, help, details);
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.#followPointers();
    new ResizeObserver(() => this.#ask()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#ask());
    // Paper does not wait.
    matchMedia("print").addEventListener("change", () => this.#scene && this.#draw());
    new MutationObserver(() => this.#ask()).observe(document.documentElement, {
      attributeFilter: ["data-theme"],
    });
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
    this.words.replaceChildren(...inWords(blocks).map((text) => make("li", { textContent: text })));
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
    const strip = make("div", { className: "strip" });
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", "Solid");
    for (const [text, label, what, by] of BUTTONS) {
      const button = make("button", { type: "button", textContent: text });
      if (label) button.setAttribute("aria-label", label);
      button.dataset.solid = `${what}${by > (what === "zoom" ? 1 : 0) ? "+" : "-"}`;
      button.addEventListener("click", () => this.#change(what, by));
      strip.append(button);
    }
    this.slider = make("input", { type: "range", min: "0", max: "1", step: "0.05", value: "0" });
    this.slider.addEventListener("input", () =>
      this.#change("layers", Number(this.slider.value) - this.#look.apart),
    );
    this.layers = make("label", { className: "tick" });
    this.layers.append("Layers apart", this.slider);
    this.free = make("input", { type: "checkbox", checked: true });
    this.free.addEventListener("change", () => {
      this.#look.free = this.free.checked;
      this.#ask();
    });
    const free = make("label", { className: "tick" });
    free.append(this.free, " Free cells");
    strip.append(this.layers, free);
    return strip;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    this.#change(...KEYS[event.key]);
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
    for (const button of this.place.querySelectorAll('[data-solid^="pieces"]'))
      button.hidden = !pieces.length;
    Object.assign(this.canvas.dataset, {
      turn: this.#look.turn,
      tilt: this.#look.tilt,
      off: this.#look.off,
      apart: this.#look.apart,
    });
  }

  #followPointers() {
    const on = (name, work) => this.canvas.addEventListener(name, work);
    on("pointerdown", (event) => {
      if (event.button) return;
      this.canvas.setPointerCapture(event.pointerId);
      this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
      this.#dragged = 0;
    });
    on("pointermove", (event) => {
      const from = this.#fingers.get(event.pointerId);
      if (!from) return;
      const spread = this.#spread();
      this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
      this.#dragged += Math.hypot(right, down);
      if (this.#fingers.size > 1) {
        if (spread > 0) this.#change("zoom", this.#spread() / spread);
        return;
      }
      this.#change("turn", right / 2);
      this.#change("tilt", down / 2);
    });
    on("pointerup", (event) => {
      if (this.#fingers.size === 1 && this.#dragged < 5) this.#tell(event);
      this.#fingers.delete(event.pointerId);
    });
    on("pointercancel", (event) => this.#fingers.delete(event.pointerId));
  }

  /** How far two fingers are apart. */
  #spread() {
    const [one, two] = [...this.#fingers.values()];
    return two ? Math.hypot(one[0] - two[0], one[1] - two[1]) : 0;
  }

  /** Says what lies below the pointer. */
  #tell({ offsetX, offsetY }) {
    const brush = this.canvas.getContext("2d");
    const dots = window.devicePixelRatio;
    const found = this.#paths.findLast(({ path }) =>
      brush.isPointInPath(path, offsetX * dots, offsetY * dots),
    );
    if (!found) return;
    const { colour, label, level } = found.block;
    const what = colour === null ? "A free cell" : `Piece ${label}`;
    this.said.textContent = `${what}, layer ${level + 1}.`;
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
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) =>
      Math.round(length * dots),
    );
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const brush = canvas.getContext("2d");
    brush.resetTransform();
    brush.clearRect(0, 0, width, height);
    // A path keeps its coordinates, so the scale is in its points.
    const scale = (0.47 * Math.min(width, height) * this.#zoom) / this.#scene.radius(this.#look);
    const ink = getComputedStyle(canvas).color;
    brush.lineJoin = brush.lineCap = "round";
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    this.#paths = this.#scene.faces(this.#look).map((face) => {
      const points = face.points.map(([x, y]) => [width / 2 + scale * x, height / 2 + scale * y]);
      return { path: drawFace(brush, face, points, scale, ink), block: face.block };
    });
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
  const path = new Path2D();
  points.forEach(([x, y], number) => (number ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
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
  if (free) return path;
  brush.lineWidth = 0.045 * scale;
  brush.beginPath();
  points.forEach(([x, y], number) => {
    if (!strong[number]) return;
    brush.moveTo(x, y);
    brush.lineTo(...points[(number + 1) % points.length]);
  });
  brush.stroke();
  if (block.label && area(points) > 0.25 * scale * scale) {
    brush.fillStyle = "#141414";
    brush.font = `${0.34 * scale}px system-ui, "DejaVu Sans", Verdana, Arial, sans-serif`;
    const count = points.length;
    const [x, y] = [0, 1].map(
      (axis) => points.reduce((sum, point) => sum + point[axis], 0) / count,
    );
    brush.fillText(block.label, x, y);
  }
  return path;
}

/** The frame of a role inside a face; a mistake is crossed out as well. */
function drawRole(brush, role, points, scale) {
  const frame = FRAMES[role];
  if (!frame) return;
  const inner = inset(points, 0.08 * scale);
  const path = new Path2D();
  inner.forEach(([x, y], number) => (number ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  if (role === "wrong") {
    const middle = [0, 1].map(
      (axis) => inner.reduce((sum, point) => sum + point[axis], 0) / inner.length,
    );
    for (const corner of [inner[0], inner[inner.length >> 1]]) {
      path.moveTo(...corner); // what stands in the middle stays readable
      path.lineTo(...corner.map((at, axis) => at + 0.6 * (middle[axis] - at)));
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

/** A convex polygon whose sides lie within another one's, by so much or as far as there is room. */
function inset(points, by) {
  const count = points.length;
  const steps = points.map(([x, y], number) => {
    const [right, down] = points[(number + 1) % count];
    return [right - x, down - y];
  });
  const lengths = steps.map((step) => Math.hypot(...step));
  const around = lengths.reduce((sum, length) => sum + length, 0);
  const within = Math.min(by, (0.6 * area(points)) / around);
  const turn = signedArea(points) > 0 ? 1 : -1;
  const inwards = steps.map(([x, y], number) => [
    (-turn * y) / lengths[number],
    (turn * x) / lengths[number],
  ]);
  return points.map(([x, y], number) => {
    const [p, q] = inwards[(number + count - 1) % count];
    const [r, s] = inwards[number];
    const far = within / (1 + p * r + q * s);
    return [x + far * (p + r), y + far * (q + s)];
  });
}

function area(points) {
  return Math.abs(signedArea(points));
}

function signedArea(points) {
  const twice = points.reduce((sum, [x, y], number) => {
    const [right, down] = points[(number + 1) % points.length];
    return sum + x * down - right * y;
  }, 0);
  return twice / 2;
}

function darker(colour, by) {
  const parts = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part * (1 - by))).join(" ")})`;
}

/** A line for each layer: which pieces have how many cells in it. @param {Block[]} blocks */
function inWords(blocks) {
  const layers = new Map();
  for (const { level, colour, label } of blocks) {
    const layer = layers.get(level) ?? new Map();
    const name = colour === null ? "free" : label;
    layer.set(name, (layer.get(name) ?? 0) + 1);
    layers.set(level, layer);
  }
  const levels = [...layers.keys()].sort((one, two) => one - two);
  return levels.map((level) => {
    const parts = [...layers.get(level)].map(([name, count]) =>
      name === "free"
        ? `${count} free cells`
        : `piece ${name} ${count} ${count === 1 ? "cell" : "cells"}`,
    );
    return `Layer ${level + 1}: ${parts.join(", ")}.`;
  });
}

function clamp(number, least, most) {
  return Math.max(least, Math.min(most, number));
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
