// The tools beside the board: choose one by a tap or a key, or drag it onto a cell.

import { followDrag } from "./board.js";
import { COLOURS, wordOf } from "./game.js";
import { judge } from "./judge.js";
import { crop, decorate } from "./picture.js";

/** Pixels of the largest tool; units around the tools in their pictures. */
const LARGEST = 88;
const MARGINS = 28;

/** Shows the tools of a game as buttons. */
export class ToolBox {
  /** Pictures of tools in poses other than the first. */
  #poses = new Map();
  #buttons = new Map();
  #scale = 1;
  #typed = "";
  #typedAt = 0;

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} ghost follows the pointer while a tool is dragged
   * @param {import("./game.js").Game} game
   * @param {import("./board.js").BoardView} view
   */
  constructor(place, ghost, game, view) {
    Object.assign(this, { place, ghost, game, view });
    document.getElementById("fill-notes").addEventListener("click", () => game.fillNotes());
    document.getElementById("colours").append(...COLOURS.map((name) => this.#colour(name)));
    game.addEventListener("open", () => this.#clear());
    game.addEventListener("tool", () => this.#show());
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
   * @returns {import("./game.js").Tool | null} the tool; null: the sign means none
   */
  typed(sign) {
    const now = performance.now();
    const before = now - this.#typedAt < 1000 ? this.#typed : "";
    this.#typedAt = now;
    for (const word of before ? [before + sign, sign] : [sign]) {
      const tool = this.#named(word);
      this.#typed = word;
      if (tool) {
        this.#tell(tool);
        return tool;
      }
    }
    return null;
  }

  /** The next sign begins a new name. */
  endWord() {
    this.#typed = "";
  }

  #named(word) {
    const tools = this.game.board.tools;
    const asked = word.toLowerCase();
    const spelled = (tool) => tool.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    return (
      tools.find((tool) => [...tool.keys.toLowerCase()].includes(asked)) ??
      tools.find((tool) => spelled(tool) === asked) ??
      tools.find((tool) => spelled(tool).startsWith(asked) && tool.left !== 0) ??
      null
    );
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

  /** Shows the tools as the board has them now. */
  refresh() {
    this.#show();
  }

  /** Shows those of another board, perhaps with the same names. */
  redraw() {
    this.#clear();
    this.#show();
  }

  #clear() {
    this.#poses.clear();
    this.#buttons.clear();
    this.place.replaceChildren();
    document.getElementById("tools-part").hidden = !this.game.board.tools.length;
  }

  /** A colour, which is a note only. */
  #colour(name) {
    const made = { type: "button", textContent: name, className: `colour ${name}` };
    const button = Object.assign(document.createElement("button"), made);
    button.addEventListener("click", () => {
      this.game.choose({ name, poses: 1, left: null, keys: "", svg: "" });
      this.game.say(`${name} is chosen.`);
    });
    return button;
  }

  #showColours() {
    const place = document.getElementById("colours");
    place.hidden = !this.game.penciling;
    for (const button of place.querySelectorAll(".colour")) {
      button.setAttribute("aria-pressed", String(this.game.tool?.name === button.textContent));
    }
  }

  #show() {
    this.#showColours();
    const { tool: chosen, pose } = this.game;
    const { tools } = this.view.editor?.board.paper ?? this.game.board;
    if (tools.map((tool) => tool.name).join("\n") !== [...this.#buttons.keys()].join("\n")) {
      this.#buttons.clear();
      this.#scale = scaleOf(tools.map((tool) => tool.svg));
      this.place.replaceChildren(...tools.map((tool) => this.#button(tool)));
    }
    const drawn = [];
    for (const tool of tools) {
      const button = this.#buttons.get(tool.name);
      const armed = tool.name === chosen?.name;
      const turned = armed && tool.poses > 1 ? `, turned ${pose + 1} of ${tool.poses}` : "";
      const left = tool.left === null ? "" : `, ${tool.left} left`;
      button.setAttribute(
        "aria-label",
        `${tool.name}${tool.word ? `, ${tool.word}` : ""}${left}${turned}`,
      );
      button.setAttribute("aria-pressed", String(armed));
      button.setAttribute("aria-disabled", String(tool.left === 0));
      button.querySelector(".left").textContent =
        tool.left === null || tool.left < 2 ? "" : ` × ${tool.left}`;
      const place = this.#draw(button, tool, armed ? pose : 0);
      if (place) drawn.push(place.firstElementChild);
    }
    crop(drawn, this.#scale, 2);
  }

  #button(tool) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `tool picture${tool.left === null ? " endless" : ""}`;
    const look = document.createElement("span");
    look.className = "look";
    const words = document.createElement("span");
    words.className = "name";
    const left = document.createElement("span");
    left.className = "left";
    words.append(wordOf(tool), left);
    button.append(look, words);
    const now = () => this.game.board.tools.find((each) => each.name === tool.name);
    button.addEventListener("click", () => {
      if (this.game.tool?.name === tool.name) this.game.choose(null);
      else this.#tell(now());
    });
    button.addEventListener("pointerdown", (event) => {
      if (!event.button && this.view.live && now().left !== 0) this.#drag(event, button, now());
    });
    this.#buttons.set(tool.name, button);
    return button;
  }

  /** Draws a tool, a turned one when its picture comes; returns what has been drawn at once. */
  #draw(button, tool, pose) {
    const key = `${tool.name}\n${pose}`;
    if (button.dataset.shown === key) return null;
    button.dataset.shown = key;
    const place = button.querySelector(".look");
    if (pose) {
      this.#drawPose(button, tool.name, pose);
      return null;
    }
    decorate(place, tool.svg);
    return place;
  }

  async #drawPose(button, tool, pose) {
    const key = `${tool}\n${pose}`;
    if (!this.#poses.has(key)) this.#poses.set(key, judge.pose(this.game.board, tool, pose));
    try {
      const { svg } = await this.#poses
        .get(key)
        .catch((error) => this.#drawnHere(tool, pose, error));
      if (button.dataset.shown !== key) return;
      const place = button.querySelector(".look");
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
    const { looks, rows } = tool?.poses[pose] ?? {};
    const [look] = looks ? Object.values(looks) : (rows ?? []).map((row) => row[2]);
    if (look?.length !== 1) throw error;
    const drawn = `<g text-anchor="middle">${this.game.hands.art[look[0][3]]}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${drawn}</svg>`;
    return { svg };
  }

  #drag(event, button, tool) {
    const { ghost, game, view } = this;
    const pose = game.tool?.name === tool.name ? game.pose : 0;
    followDrag(event, {
      begin: () => {
        ghost.replaceChildren(button.querySelector(".look").cloneNode(true));
        ghost.hidden = false;
      },
      move: (x, y) => {
        ghost.style.left = `${x}px`;
        ghost.style.top = `${y}px`;
        view.aim(x, y);
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

/** The scale at which the largest tool has a good size. */
function scaleOf(svgs) {
  const sizes = svgs.map((svg) => /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [0, 68, 68]);
  const largest = Math.max(...sizes.map(([, wide, high]) => Math.max(Number(wide), Number(high))));
  return Math.min(1.2, LARGEST / (largest - MARGINS));
}
