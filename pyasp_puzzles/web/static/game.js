// A board that is played: what lies on it, its history, its pencil marks. The server has the rules.

import { post } from "./api.js";
import { cellName } from "./picture.js";
import { load, save, shortName } from "./store.js";

/**
 * @typedef {{atoms: string[], not: string[]}} Partial what lies on the board
 * @typedef {{name: string, poses: number, left: number | null, key: string, svg: string}} Tool
 * @typedef {{puzzle: string, name: string, title: string, size: string, text: string,
 *   known: Object<string, number>, partial: Partial, svg: string, solid: any[], tools: Tool[],
 *   pencil: boolean, done: boolean, standing: string}} BoardData
 */

const EMPTY = { atoms: [], not: [] };
/** Moves that can be undone after a reload. */
const KEPT = 30;

/** Sends the events "open", "change", "tool", "busy", and "say" (detail: {text, wrong}). */
export class Game extends EventTarget {
  /** @type {BoardData | null} */
  board = null;
  /** @type {Tool | null} */
  tool = null;
  pose = 0;
  /** The cell of a piece that goes to the next cell. */
  moving = "";
  penciling = false;
  /** @type {Object<string, string[]>} notes by cell */
  marks = {};
  #past = [];
  #future = [];
  #last = Promise.resolve();
  #opened = 0;

  /**
   * Opens a board, with the progress that the browser has kept.
   * @param {{puzzle: string, instance?: string, text?: string, label?: string}} which
   * @returns {Promise<void>} fails with ApiError where the board cannot be read
   */
  async open(which) {
    const turn = ++this.#opened;
    let board = await post("/api/board", which);
    const kept = load(progressName(board));
    let [marks, past] = [{}, []];
    if (kept) {
      try {
        board = { ...board, ...(await this.#ask(board, kept.partial)), name: board.name, title: board.title };
        marks = kept.marks ?? {};
        past = kept.past ?? [];
      } catch (error) {
        if (error.status !== 400) throw error; // no connection, or a busy server: it is kept
        save(progressName(board), null); // of an older version of the puzzle
      }
    }
    if (turn !== this.#opened) return; // another board was opened meanwhile
    this.board = board;
    this.marks = marks;
    this.#past = past;
    this.#future = [];
    this.tool = null;
    this.moving = "";
    this.penciling = false;
    this.dispatchEvent(new Event("open"));
    this.#changed();
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** What a request has to say of the board. */
  get asked() {
    return { puzzle: this.board.puzzle, text: this.board.text, partial: this.board.partial };
  }

  /** @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    this.dispatchEvent(new CustomEvent("say", { detail: { text, wrong } }));
  }

  /** @param {Tool | null} tool null: none */
  choose(tool) {
    if (tool?.name !== this.tool?.name) this.pose = 0;
    this.tool = tool;
    this.moving = "";
    this.dispatchEvent(new Event("tool"));
  }

  /** Turns the chosen tool; without one, what lies on a cell. */
  async turn(cell) {
    if (this.tool && this.tool.poses > 1) {
      this.pose = (this.pose + 1) % this.tool.poses;
      this.dispatchEvent(new Event("tool"));
      this.say(`${this.tool.name}, turned: ${this.pose + 1} of ${this.tool.poses}`);
    } else if (cell) {
      await this.play({ kind: "turn", cell }, `Turned on ${cellName(cell)}.`);
    } else {
      this.say("Choose a piece or a cell to turn.", true);
    }
  }

  /** What a tap or Enter on a cell does: move, note or lay. */
  async use(cell) {
    if (this.moving) {
      const from = this.moving;
      this.moving = "";
      this.dispatchEvent(new Event("tool"));
      await this.play({ kind: "move", cell: from, to: cell }, `Moved to ${cellName(cell)}.`);
    } else if (this.tool && this.penciling) {
      this.note(cell, this.tool.name);
    } else if (this.tool) {
      await this.lay(cell, this.tool, this.pose);
    }
  }

  /** @param {string} cell @param {Tool} tool @param {number} [pose] */
  lay(cell, tool, pose = 0) {
    const move = { kind: "lay", tool: tool.name, pose, cell };
    return this.play(move, `${tool.name} on ${cellName(cell)}.`);
  }

  take(cell) {
    if (!cell) {
      this.say("Choose a cell first.", true);
      return Promise.resolve();
    }
    if (this.marks[cell]?.length) {
      this.#mark(cell, []);
      return Promise.resolve();
    }
    return this.play({ kind: "take", cell }, `Taken from ${cellName(cell)}.`);
  }

  /** Lets the next cell get what lies on this one. */
  startMove(cell) {
    this.moving = this.moving ? "" : cell;
    this.tool = null;
    this.dispatchEvent(new Event("tool"));
    if (this.moving) this.say(`Choose the cell to which the piece on ${cellName(cell)} goes.`);
  }

  /** Writes or wipes a pencil mark. */
  note(cell, name) {
    const old = this.marks[cell] ?? [];
    const now = old.includes(name) ? old.filter((each) => each !== name) : [...old, name];
    this.#mark(cell, now);
  }

  /** Gives a cell other notes; undo takes them back. */
  #mark(cell, now) {
    this.#past.push(this.#now);
    this.#future = [];
    this.marks = { ...this.marks, [cell]: now };
    this.#keep();
    this.dispatchEvent(new Event("change"));
    this.say(`Notes in ${cellName(cell)}: ${now.join(", ") || "none"}.`);
  }

  /**
   * A move. Moves are made one after the other, each on the board that the one before has left.
   * @param {object} move as /api/move takes it
   * @param {string} words what is said when it is made
   */
  play(move, words) {
    return this.#queue(async () => {
      const next = await post("/api/move", { ...this.asked, move });
      if (same(this.board.partial, next.partial)) {
        this.say("Nothing changes.");
        return;
      }
      this.#past.push(this.#now);
      this.#future = [];
      if (move.kind === "lay") this.marks = { ...this.marks, [move.cell]: [] };
      this.#take(next);
      this.#tellChange(words);
    });
  }

  undo() {
    return this.#goTo(this.#past, this.#future, "Undone.");
  }

  redo() {
    return this.#goTo(this.#future, this.#past, "Redone.");
  }

  /** Takes all from the board, notes too; undo brings them back. */
  clear() {
    return this.#queue(async () => {
      const before = this.#now;
      const next = await this.#ask(this.board, EMPTY);
      if (!same(before, EMPTY) || noted(before.marks).length) {
        this.#past.push(before);
        this.#future = [];
      }
      this.marks = {};
      this.#take(next);
      this.#tellChange("The board is empty.");
    });
  }

  /** What lies on the board and the notes, as the history has it. */
  get #now() {
    return { ...this.board.partial, marks: this.marks };
  }

  #goTo(from, to, words) {
    return this.#queue(async () => {
      if (!from.length) {
        this.say(`There is nothing to ${words === "Undone." ? "undo" : "redo"}.`);
        return;
      }
      const { atoms, not, marks = {} } = from.at(-1); // older entries have no notes
      const next = await this.#ask(this.board, { atoms, not });
      to.push(this.#now);
      from.pop();
      this.marks = marks;
      this.#take(next);
      this.#tellChange(words);
    });
  }

  /** Takes a board over; as text it has lost its name. */
  #take(next) {
    const { name, title } = this.board;
    this.board = { ...this.board, ...next, name, title };
  }

  #ask({ puzzle, text }, partial) {
    return post("/api/board", { puzzle, text, partial });
  }

  #queue(work) {
    const turn = this.#opened;
    const next = this.#last.then(async () => {
      if (turn !== this.#opened) return;
      try {
        await work();
      } catch (error) {
        this.say(error.message, true);
      }
    });
    this.#last = next;
    return next;
  }

  #tellChange(words) {
    if (this.tool) {
      const now = this.board.tools.find((tool) => tool.name === this.tool.name) ?? null;
      this.tool = now && now.left !== 0 ? now : null;
    }
    this.#keep();
    this.#changed();
    this.say(this.board.done ? `${words} Done: the whole board is right.` : words);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("tool"));
  }

  #keep() {
    const { partial } = this.board;
    const marks = Object.fromEntries(noted(this.marks));
    const past = this.#past.slice(-KEPT);
    const empty = same(partial, EMPTY) && !Object.keys(marks).length && !past.length;
    if (!save(progressName(this.board), empty ? null : { partial, marks, past }) && !this.warned) {
      this.warned = true;
      this.say("This browser does not keep your progress.", true);
    }
  }
}

function progressName({ puzzle, text }) {
  return `board:${puzzle}:${shortName(text)}`;
}

/** The cells with notes. @param {Object<string, string[]>} marks */
function noted(marks) {
  return Object.entries(marks).filter(([, names]) => names.length);
}

function same(a, b) {
  const words = ({ atoms, not }) => JSON.stringify([[...atoms].sort(), [...not].sort()]);
  return words(a) === words(b);
}
