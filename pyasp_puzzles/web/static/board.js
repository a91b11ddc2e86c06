// The picture of a board: cells, edges and corners that take clicks, drags and focus; pencil marks.

import { at, make } from "./dom.js";
import { COLOURS } from "./game.js";
import { paint } from "./paint.js";
import { arrange, cellName, crop, shape, toPicture } from "./picture.js";

/**
 * Pixels for a unit of the drawing, where a cell has 40: panels wrap below the first; below the
 * second a picture is higher than its place rather than smaller. It is never wider.
 */
const SMALL = 0.75;
const LEAST = 0.55;
/** The largest cells; and how much larger two fingers make them. */
const MOST_SCALE = 4;
const LARGER = 4;
/** Milliseconds after which a finger that rests does what the right button does. */
const LONG = 500;
/** Pixels between two places of a drag that are looked at. */
const NEAR = 4;
/** Notes that one place shows, and letters of each. */
const MOST_NOTES = 16;
const LONGEST_NOTE = 4;
/** Of so many tools each has its own spot in every cell. */
const FIXED = 9;
/** Millimetres of paper, A4 or Letter, that a board has. */
const PAPER = [180, 190];

/** Shows a board in an element, and the cell that is chosen on it. */
export class BoardView {
  /** @type {SVGPathElement[]} */
  hits = [];
  /** Whether the picture is one's own board, so that moves or changes of clues are possible. */
  live = true;
  /** What gets clicks and keys while the board is edited. @type {import("./edit.js").Editor} */
  editor = null;
  #at = 0;
  /** What is on show, to lay it out again when the window changes. */
  #shown = null;
  #timer = 0;
  /** How much larger than the room two fingers have made the picture. */
  #zoom = 1;
  /** The fingers on the board, by their numbers. @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  /** Whether a button or a finger is down on the board, and what waits for its end. */
  #held = false;
  #waiting = null;
  /** Whether the next click is the end of a long press. */
  #pressed = false;
  /**
   * Lines of the legend when the board was opened: they stay below it, in the same room. Signs that
   * come later are explained beside what is said. @type {number | null}
   */
  #legend = null;
  /** The cell that was tapped last. */
  #tapped = "";

  /** @param {import("./game.js").Game} game @param {HTMLElement} [place] */
  constructor(game, place = at("board")) {
    Object.assign(this, { game, place });
    new ResizeObserver(() => {
      const size = `${place.clientWidth} ${place.clientHeight}`;
      clearTimeout(this.#timer);
      if (size !== place.dataset.size) this.#timer = setTimeout(() => this.#showAgain(), 100);
    }).observe(place);
    place.addEventListener("click", (event) => this.#click(event));
    place.addEventListener("contextmenu", (event) => {
      if (this.#fingers.size)
        event.preventDefault(); // a long press has done it
      else this.#rightClick(event);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, (event) => {
        this.#fingers.delete(event.pointerId);
        setTimeout(() => this.#letGo()); // after the click
      });
    }
    place.addEventListener("pointermove", (event) => {
      const { tool, pose, penciling } = game;
      const turns = tool?.poses > 1 && !penciling && this.live && !this.editor;
      if (turns && event.pointerType === "mouse") this.aim(event.clientX, event.clientY, tool, pose);
      this.#pinch(event);
    });
    for (const [from, name] of [[place, "pointerleave"], [game, "tool"]])
      from.addEventListener(name, () => this.aim());
    place.addEventListener("focusin", (event) => this.#choose(this.hits.indexOf(event.target)));
    place.addEventListener("pointerdown", (event) => this.#maybeDrag(event));
  }

  /**
   * The cell that is chosen, such as "2,3", or an edge or a corner, such as "2,3,2,4"; empty: none.
   */
  get cell() {
    return this.hits[this.#at]?.dataset.cell ?? "";
  }

  /**
   * Does something that replaces the picture; not while a button is held, as the click would be
   * lost.
   */
  whenFree(work) {
    if (this.#held) this.#waiting = work;
    else work();
  }

  #letGo() {
    const work = this.#waiting;
    this.#held = false;
    this.#waiting = null;
    work?.();
  }

  /** Draws the picture in the new size of its place. */
  #showAgain() {
    if (this.#shown && !this.#waiting) this.whenFree(() => this.show(...this.#shown));
  }

  /** Forget the chosen cell, for a new board. */
  reset() {
    this.#at = 0;
    this.#zoom = 1;
    this.#legend = null;
    at("legend").style.minHeight = "";
    this.outline(false);
  }

  /** Whether a cell was tapped, and is outlined since then. */
  get outlined() {
    return this.place.classList.contains("chosen");
  }

  /** @param {boolean} on whether the chosen cell is outlined */
  outline(on) {
    this.place.classList.toggle("chosen", on);
  }

  /**
   * @param {string} text the picture as SVG
   * @param {{live?: boolean, marks?: Object<string, string[]>, label: string,
   *   words?: (cell: string) => string, open?: (cell: string) => boolean, full?: Set<string>,
   *   mistaken?: Set<string>, ways?: import("./hands.js").Way[], art?: string[]}} how `words`: what
   *   is read out at a cell;
   *   `open`: whether a clue can be set there; `ways`: what is drawn over the picture;
   *   `full`: cells of lines and regions that are complete; `mistaken`: places that are marked as
   *   wrong
   */
  show(text, how) {
    const { live = true, marks = {}, label, words, open, full, mistaken, ways = [] } = how;
    this.#shown = [text, how];
    const chosen = this.cell;
    const focused = this.place.contains(document.activeElement);
    const svg = toPicture(text);
    svg.removeAttribute("role");
    this.live = live;
    this.hits = /** @type {any} */ ([...svg.querySelectorAll(".hit")]);
    const laid = new Map(ways.flatMap((way) => way.covers.map((cell) => [cell, way.tool])));
    for (const hit of this.hits) {
      const cell = hit.dataset.cell;
      const printed = hit.getAttribute("aria-label").slice(cell.length);
      const there = laid.has(cell) ? `${printed ? ", " : ": "}${laid.get(cell)}` : "";
      const notes = marks[cell]?.length ? `; notes ${marks[cell].join(" ")}` : "";
      const wrong = mistaken?.has(cell) ? ", wrong" : "";
      const told = cellName(cell) + printed + there + wrong + notes;
      hit.setAttribute("aria-label", words ? words(cell) : told);
      hit.classList.toggle("open", open?.(cell) ?? false);
      hit.classList.toggle("complete", full?.has(cell) ?? false);
      hit.classList.toggle("mistaken", mistaken?.has(cell) ?? false);
      hit.setAttribute("role", "button");
      hit.setAttribute("tabindex", "-1");
    }
    this.place.setAttribute("aria-label", label);
    const { scrollLeft, scrollTop } = this.place;
    if (ways.length) paint(svg, this.hits, ways, how.art);
    this.place.replaceChildren(svg);
    this.#fit(svg);
    this.place.scrollTo(scrollLeft, scrollTop);
    for (const hit of this.hits) this.#drawMarks(hit, marks[hit.dataset.cell] ?? []);
    const same = this.hits.findIndex((hit) => hit.dataset.cell === chosen);
    this.#at = same >= 0 ? same : Math.min(this.#at, Math.max(0, this.hits.length - 1));
    this.#choose(this.#at);
    if (focused && this.hits.length) this.hits[this.#at].focus({ preventScroll: true });
  }

  /** Puts the focus on the chosen cell. */
  focus() {
    this.hits[this.#at]?.focus();
  }

  /**
   * Scrolls the picture, not the page, until one of the cells where a clue can be set is on show.
   */
  reveal() {
    const open = this.hits.filter((hit) => hit.classList.contains("open"));
    const { top, bottom } = this.place.getBoundingClientRect();
    const places = open.map((hit) => hit.getBoundingClientRect());
    if (!places.length || places.some((at) => at.top >= top && at.bottom <= bottom)) return;
    this.place.scrollTop += places[0].top - top - 40;
  }

  /**
   * Moves the focus to the nearest place in a direction: from a cell to a cell, from an edge to an
   * edge, from a corner to a corner; or to one of any kind.
   * @param {number} right @param {number} down one of them is 1 or -1, the other 0
   * @param {boolean} any
   */
  step(right, down, any = false) {
    const here = this.hits[this.#at];
    const from = middle(here);
    let best = -1;
    let least = Infinity;
    this.hits.forEach((hit, number) => {
      if (!any && hit.dataset.kind !== here.dataset.kind) return;
      const to = middle(hit);
      const along = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      if (along < 2 || aside > 2 * along) return;
      const cost = along + 2.5 * aside; // an arrow stays in its row
      if (cost < least) [best, least] = [number, cost];
    });
    if (best >= 0) this.hits[best].focus();
  }

  /** The cell below a point of the window; empty: none. */
  cellAt(x, y) {
    const found = document.elementFromPoint(x, y)?.closest?.(".hit");
    return found && this.place.contains(found) ? found.dataset.cell : "";
  }

  /** Marks the cell below the pointer, or all that a tool would cover from there. */
  aim(x, y, tool = null, pose = 0) {
    const cell = x === undefined ? "" : this.cellAt(x, y);
    const shadow = cell && tool ? this.game.hands?.shadow(tool.name, pose, cell) : null;
    for (const hit of this.hits)
      hit.classList.toggle("target", (shadow ?? [cell]).includes(hit.dataset.cell));
    return cell;
  }

  /** Makes the picture as large as there is room, as wide as its place at most. */
  #fit(svg) {
    const { clientWidth, clientHeight } = this.place;
    if (!clientWidth) return; // it is not on show
    this.place.dataset.size = `${clientWidth} ${clientHeight}`; // for which it is laid out
    const entries = arrange(svg, clientWidth / SMALL);
    const lines = entries.map(legendLine);
    this.#legend ??= lines.length;
    at("legend").replaceChildren(...lines.slice(0, this.#legend));
    at("signs").replaceChildren(...lines.slice(this.#legend));
    at("legend").style.minHeight ||= `${at("legend").offsetHeight}px`;
    crop([svg], 1, 8);
    const { width, height } = svg.viewBox.baseVal;
    const high = Math.max((clientHeight - 8) / height, LEAST);
    const scale = this.#zoom * Math.min((clientWidth - 8) / width, high, MOST_SCALE);
    svg.setAttribute("width", String(Math.floor(scale * width)));
    svg.setAttribute("height", String(Math.floor(scale * height)));
    const units = Math.max(width / PAPER[0], height / PAPER[1]);
    document.documentElement.style.setProperty("--units", String(units));
  }

  #choose(number) {
    if (number < 0 || !this.hits.length) return;
    this.hits[this.#at]?.setAttribute("tabindex", "-1");
    this.hits[this.#at]?.classList.remove("current");
    this.#at = number;
    this.hits[number].setAttribute("tabindex", "0");
    this.hits[number].classList.add("current");
  }

  #click(event) {
    const hit = event.target.closest(".hit");
    const pressed = this.#pressed;
    this.#pressed = false;
    if (!hit || !this.live || pressed) return;
    const { cell } = hit.dataset;
    const again = this.outlined && cell === this.#tapped && this.game.asksForSign;
    this.#tapped = cell;
    this.outline(!again);
    hit.focus({ preventScroll: true });
    if (this.editor) this.editor.clues.use(cell);
    else if (again) this.game.say("");
    else this.game.use(cell);
  }

  #rightClick(event) {
    const hit = event.target.closest(".hit");
    if (!hit || !this.live) return;
    event.preventDefault();
    hit.focus({ preventScroll: true });
    if (this.editor) {
      this.editor.remove(hit.dataset.cell);
      return;
    }
    const turns = this.game.board.tools.some((tool) => tool.poses > 1);
    if (turns) this.game.turn(hit.dataset.cell);
    else this.game.take(hit.dataset.cell);
  }

  /** Two fingers make the picture larger or smaller, and move it. */
  #pinch(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    const between = () => {
      const [a, b = a] = [...this.#fingers.values()];
      const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
      return { x, y, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    };
    const before = between();
    this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size !== 2) return;
    const now = between();
    const { place } = this;
    const { left, top } = place.getBoundingClientRect();
    const old = this.#zoom;
    this.#zoom = Math.min(LARGER, Math.max(1, (old * now.apart) / before.apart));
    this.#fit(/** @type {SVGSVGElement} */ (place.firstElementChild));
    const larger = this.#zoom / old;
    place.scrollLeft = (place.scrollLeft + before.x - left) * larger - (now.x - left);
    place.scrollTop = (place.scrollTop + before.y - top) * larger - (now.y - top);
  }

  /** A finger that rests on a cell does what the right button does. */
  #mayRest(event) {
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      if (this.#fingers.size !== 1) return;
      this.#pressed = true;
      this.#rightClick(event);
    }, LONG);
    document.addEventListener("pointerup", stop, { once: true });
    document.addEventListener("pointercancel", stop, { once: true });
    document.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > 8) stop();
    });
  }

  /** Drags what lies on a cell, or paints with a clue or a tool of which there is no end. */
  #maybeDrag(event) {
    this.#held = true;
    if (event.pointerType === "touch") this.#fingers.set(event.pointerId, event);
    const hit = event.target.closest(".hit");
    if (!hit || !this.live || event.button || this.#fingers.size > 1) return;
    const from = hit.dataset.cell;
    const { game, editor } = this;
    if (editor) {
      this.#paint(event, () => {
        editor.clues.paint("");
        return (cell) => editor.clues.paint(cell);
      });
      return;
    }
    if (event.pointerType === "touch") this.#mayRest(event);
    if (game.armed(from)) {
      if ((game.tool?.left ?? null) === null && !game.penciling)
        this.#paint(event, () => game.brush(from));
      return;
    }
    followDrag(event, {
      move: (x, y) => this.aim(x, y),
      drop: (x, y) => {
        const to = this.aim(x, y);
        this.aim();
        if (to === from) return;
        if (to) game.play({ kind: "move", cell: from, to }, `Moved to ${cellName(to)}.`);
        else game.take(from);
      },
    });
  }

  /**
   * Does something with each cell that the pointer comes over, however fast it moves.
   * @param {() => (cell: string) => void} begin
   */
  #paint(event, begin) {
    let brush;
    let last = "";
    let at = { x: event.clientX, y: event.clientY };
    const drag = (x, y) => {
      const steps = Math.ceil(Math.hypot(x - at.x, y - at.y) / NEAR) || 1;
      const [right, down] = [(x - at.x) / steps, (y - at.y) / steps];
      for (let step = 1; step <= steps; step++) {
        const cell = this.cellAt(at.x + step * right, at.y + step * down);
        if (cell && cell !== last) brush(cell);
        last = cell;
      }
      at = { x, y };
    };
    followDrag(event, {
      begin: () => {
        brush = begin();
        drag(event.clientX, event.clientY);
      },
      move: drag,
      drop: drag,
    });
  }

  #drawMarks(hit, names) {
    if (!names.length) return; // on a large board it takes long to measure each cell
    const first = hit.parentNode.querySelector(":scope > .hit");
    const isColour = (name) => COLOURS.includes(name);
    for (const colour of names.filter(isColour))
      first.before(shape("path", { d: hit.getAttribute("d"), class: `note-colour ${colour}` }));
    const words = names.filter((name) => !isColour(name));
    this.#write(hit, words);
  }

  /** Writes notes in small letters. */
  #write(hit, names) {
    const box = hit.getBBox();
    const shown = names.length > MOST_NOTES ? [...names.slice(0, MOST_NOTES - 1), "…"] : names;
    const nothing = this.game.hands?.marks.map((mark) => mark.nothing) ?? [];
    const short = (name) => (nothing.includes(name) ? "×" : name.slice(0, LONGEST_NOTE));
    const words = shown.map(short);
    const tools = this.game.board.tools.map((tool) => tool.name);
    const fixed = tools.length <= FIXED && names.every((name) => tools.includes(name));
    const columns = Math.ceil(Math.sqrt(Math.max(fixed ? tools.length : words.length, 4)));
    const longest = Math.max(2, ...words.map((word) => word.length));
    const how = { "font-size": (1.24 * box.height) / columns / longest, class: "pencil-mark" };
    shown.forEach((name, at) => {
      const number = fixed ? tools.indexOf(name) : at;
      const x = box.x + (box.width * ((number % columns) + 0.5)) / columns;
      const y = box.y + (box.height * (Math.floor(number / columns) + 0.75)) / columns;
      hit.before(shape("text", { ...how, x, y }, words[at]));
    });
  }
}

function legendLine({ key, meaning }) {
  const sign = key ? [make("span", { className: "key picture" }, key)] : [];
  return make("p", {}, ...sign, meaning);
}

/**
 * Follows a pointer from its first press; nothing happens before it has moved some pixels.
 * @param {PointerEvent} start
 * @param {{begin?: () => void, move: (x: number, y: number) => void,
 *   drop: (x: number, y: number) => void, end?: () => void}} what
 */
export function followDrag(start, { begin, move, drop, end }) {
  let dragging = false;
  const over = new AbortController();
  const on = (name, work) =>
    document.addEventListener(name, work, { signal: over.signal, capture: true });
  const stop = () => {
    over.abort();
    end?.();
  };
  on("pointermove", (event) => {
    if (event.pointerId !== start.pointerId) return;
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!dragging && far > 8) {
      dragging = true;
      begin?.();
    }
    if (dragging) move(event.clientX, event.clientY);
  });
  on("pointerup", (event) => {
    if (event.pointerId !== start.pointerId) return;
    stop();
    if (!dragging) return;
    drop(event.clientX, event.clientY);
    // The click that follows a drag is none.
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  });
  on("pointercancel", stop);
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
