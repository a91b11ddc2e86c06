// The tools beside the board: choose one by a tap or a key, or drag it onto a cell.

import { followDrag } from "./board.js";
import { at, button, click, make, press } from "./dom.js";
import { COLOURS, wordOf } from "./game.js";
import { judge } from "./judge.js";
import { crop, decorate } from "./picture.js";

/** Pixels of the largest tool; units around the tools in their pictures. */
const LARGEST_TOOL = 88;
const MARGINS = 28;
/** So many digits are in sight at once on a phone. */
const MOST_DIGITS = 16;

/** Shows the tools of a game as buttons. */
export class ToolBox {
  /** Pictures of tools in poses other than the first. */
  #poses = new Map();
  #buttons = new Map();
  #scale = 1;
  #typed = "";
  #typedAt = 0;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./board.js").BoardView} view
   */
  constructor(game, view) {
    Object.assign(this, { game, view });
    this.place = at("tools");
    click("fill-notes", () => game.fillNotes());
    at("colours").append(...COLOURS.map((name) => this.#colour(name)));
    game.addEventListener("open", () => this.#clear());
    game.addEventListener("tool", () => this.show());
  }

  /** Chooses the tool after or before the chosen one. @param {number} by 1 or -1 */
  next(by) {
    const tools = this.game.board.tools.filter((tool) => tool.left !== 0);
    if (!tools.length) return;
    const at = tools.findIndex((tool) => tool.name === this.game.tool?.name);
    const next = at < 0 ? (by > 0 ? 0 : tools.length - 1) : (at + by + tools.length) % tools.length;
    this.#tell(tools[next]);
  }

  /**
   * Chooses the tool of a typed sign; several signs within a second spell its name.
   * @param {string} sign
   * @returns {import("./game.js").Tool | undefined} undefined: the sign means none
   */
  typed(sign) {
    const now = performance.now();
    const before = now - this.#typedAt < 1000 ? this.#typed : "";
    this.#typedAt = now;
    for (const word of before ? [before + sign, sign] : [sign]) {
      const tool = this.#named(word);
      this.#typed = word;
      if (!tool) continue;
      this.#tell(tool);
      return tool;
    }
    return undefined;
  }

  /** The next sign begins a new name. */
  endWord() {
    this.#typed = "";
  }

  #named(word) {
    const tools = this.game.board.tools;
    const asked = word.toLowerCase();
    const spelled = ({ name }) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    return (
      tools.find(({ keys }) => [...keys.toLowerCase()].includes(asked)) ??
      tools.find((tool) => spelled(tool) === asked) ??
      tools.find((tool) => spelled(tool).startsWith(asked) && tool.left !== 0)
    );
  }

  /** Writes a tool into the cell that was tapped before, or chooses it, or puts it away. */
  #tap(tool) {
    const { game, view } = this;
    if (game.tool?.name === tool.name) game.choose(null);
    else if (view.outlined && game.asksForSign) return game.use(view.cell, tool);
    else this.#tell(tool);
    view.outline(false);
  }

  #tell(tool) {
    if (tool.left === 0) {
      this.game.say(`No ${tool.name} is left.`, true);
      return;
    }
    this.game.choose(tool);
    this.game.say(`${wordOf(tool)} is chosen.`);
    this.#buttons.get(tool.name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Shows those of another board, perhaps with the same names. */
  redraw() {
    this.#clear();
    this.show();
  }

  #clear() {
    this.#poses.clear();
    this.#buttons.clear();
    this.place.replaceChildren();
    at("tools-part").hidden = !this.game.board.tools.length;
  }

  /** A colour, which is a note only. */
  #colour(name) {
    const tool = { name, poses: 1, left: null, keys: "", svg: "" };
    return button(name, () => this.#tap(tool), { className: `colour ${name}` });
  }

  /** Shows the tools as the board has them now. */
  show() {
    const { tool: chosen, pose, penciling, board } = this.game;
    at("colours").hidden = !penciling;
    for (const colour of document.querySelectorAll("#colours .colour"))
      press(colour, chosen?.name === colour.textContent);
    const { tools } = this.view.editor?.board.paper ?? board;
    if (tools.map(({ name }) => name).join("\n") !== [...this.#buttons.keys()].join("\n")) {
      this.#buttons.clear();
      this.#scale = scaleOf(tools.map(({ svg }) => svg));
      this.place.replaceChildren(...tools.map((tool) => this.#button(tool)));
    }
    const all = this.game.digits && tools.length <= MOST_DIGITS && tools.some(saysItself);
    this.place.classList.toggle("digits", all);
    const drawn = [];
    for (const tool of tools) {
      const { name, word, poses, left } = tool;
      const made = this.#buttons.get(name);
      const armed = name === chosen?.name;
      const told = [
        name,
        word,
        left !== null && `${left} left`,
        armed && poses > 1 && `turned ${pose + 1} of ${poses}`,
      ];
      made.setAttribute("aria-label", told.filter(Boolean).join(", "));
      press(made, armed);
      made.setAttribute("aria-disabled", String(left === 0));
      made.querySelector(".left").textContent = left > 1 ? ` × ${left}` : "";
      const place = this.#draw(made, tool, armed ? pose : 0);
      if (place) drawn.push(place.firstElementChild);
    }
    crop(drawn, this.#scale, 2);
  }

  #button(tool) {
    const { name, left } = tool;
    const now = () => this.game.board.tools.find((each) => each.name === name);
    const how = { className: `tool picture${left === null ? " endless" : ""}` };
    const made = button("", () => this.#tap(now()), how);
    const words = make("span", { className: "name" }, saysItself(tool) ? "" : wordOf(tool));
    words.append(make("span", { className: "left" }));
    made.append(make("span", { className: "look" }), words);
    made.addEventListener("pointerdown", (event) => {
      if (!event.button && this.view.live && now().left !== 0) this.#drag(event, made, now());
    });
    this.#buttons.set(name, made);
    return made;
  }

  /** Draws a tool, a turned one when its picture comes; returns what has been drawn at once. */
  #draw(made, tool, pose) {
    const key = `${tool.name}\n${pose}`;
    if (made.dataset.shown === key) return null;
    made.dataset.shown = key;
    const place = made.querySelector(".look");
    if (pose) this.#drawPose(made, tool.name, pose);
    else decorate(place, tool.svg);
    return pose ? null : place;
  }

  async #drawPose(made, tool, pose) {
    const key = `${tool}\n${pose}`;
    if (!this.#poses.has(key)) this.#poses.set(key, judge.pose(this.game.board, tool, pose));
    try {
      const { svg } = await this.#poses
        .get(key)
        .catch((error) => this.#drawnHere(tool, pose, error));
      if (made.dataset.shown !== key) return;
      const place = made.querySelector(".look");
      decorate(place, svg);
      crop([place.firstElementChild], this.#scale, 2);
    } catch (error) {
      this.#poses.delete(key);
      this.game.say(error.message, true);
    }
  }

  /**
   * A tool in a pose as it looks on the board, without its patterns; for times without a network.
   */
  #drawnHere(name, pose, error) {
    this.#poses.clear();
    const tool = this.game.hands?.marks
      .flatMap((mark) => mark.tools)
      .find((each) => each.name === name);
    const look = tool?.poses[pose]?.ways[0]?.looks;
    if (look?.length !== 1) throw error;
    const drawn = `<g text-anchor="middle">${this.game.hands.art[look[0][3]]}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${drawn}</svg>`;
    return { svg };
  }

  #drag(event, made, tool) {
    const { game, view } = this;
    const ghost = at("ghost");
    const pose = game.tool?.name === tool.name ? game.pose : 0;
    followDrag(event, {
      begin: () => {
        ghost.replaceChildren(made.querySelector(".look").cloneNode(true));
        ghost.hidden = false;
      },
      move: (x, y) => {
        ghost.style.left = `${x}px`;
        ghost.style.top = `${y}px`;
        view.aim(x, y, tool, pose);
      },
      drop: (x, y) => {
        const cell = view.aim(x, y);
        view.aim();
        if (cell && game.penciling) game.note(cell, tool.name);
        else if (cell) game.lay(cell, tool, pose);
      },
      end: () => {
        ghost.hidden = true;
        view.aim();
      },
    });
  }
}

/** Whether the picture of a tool has its word. */
function saysItself(tool) {
  return tool.svg.includes(`>${wordOf(tool)}</text>`);
}

/** The scale at which the largest tool has a good size. */
function scaleOf(svgs) {
  const sizes = svgs.map((svg) => /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [0, 68, 68]);
  const largest = Math.max(...sizes.map(([, wide, high]) => Math.max(Number(wide), Number(high))));
  return Math.min(1.2, LARGEST_TOOL / (largest - MARGINS));
}
