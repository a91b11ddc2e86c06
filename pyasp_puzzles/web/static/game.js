// A board that is played: what lies on it, its history, its notes. Moves need no server; it judges
// them.

import { capital } from "./dom.js";
import { Hands } from "./hands.js";
import { judge } from "./judge.js";
import { cellName } from "./picture.js";
import { load, loadText, save, shortName } from "./store.js";

/**
 * @typedef {{atoms: string[], not: string[]}} Partial what lies on the board
 * @typedef {{name: string, poses: number, left: number | null, keys: string, svg: string,
 *   word?: string, homes?: string[]}} Tool `word`: what a sign means; `homes`: its own cells
 * @typedef {{puzzle: string, name: string, title: string, size: string, text: string,
 *   known: Object<string, number>, partial: Partial, svg: string, solid: any[], tools: Tool[],
 *   pencil: boolean, done: boolean, standing: string,
 *   ways?: import("./hands.js").Way[]}} BoardData `ways`: what is drawn over its picture
 */

const EMPTY = { atoms: [], not: [] };
/** Moves that can be undone, and redone, after a reload. */
const KEPT_MOVES = 30;
/** Notes that are no letters. */
export const COLOURS = ["red", "yellow", "green", "violet"];
/** So many signs are laid by clicks alone. */
const MOST_SIGNS = 5;
/** Milliseconds after which a server that did not answer is asked again. */
const LATER = 3000;

/**
 * Sends the events "open", "change", "look" (the server's view of the same board has come, or
 * cannot come), "done", "tool", and "say" (detail: {text, wrong}). Other tabs may play the same
 * board: each change is made on what the browser keeps of it.
 */
export class Game extends EventTarget {
  /** @type {BoardData | null} */
  board = null;
  /** @type {Tool | null} */
  tool = null;
  pose = 0;
  penciling = false;
  /** Hints that were asked on this board. */
  hints = 0;
  /** @type {Object<string, string[]>} notes by cell */
  marks = {};
  /** What can be laid where; null: the server is asked for each move. @type {Hands | null} */
  hands = null;
  /** Whether the server did not answer when it was asked last. */
  offline = false;
  /** The board as it was opened, with nothing on it. */
  #base = null;
  /** What the log calls it. */
  #name = "";
  #past = [];
  #future = [];
  #ready = Promise.resolve();
  #looking = false;
  /** The words of a move that the server has not judged yet. */
  #words = null;
  #last = Promise.resolve();
  #opened = 0;
  /** What the browser kept when this tab looked last. */
  #seen = null;

  /**
   * Opens a board, with the progress that the browser has kept.
   * @param {{puzzle: string, instance?: string, text?: string, label?: string}} which
   * @param {{name?: string, title?: string, moves?: Partial}} [more] what the log and the page call
   *   it; what lies there where the browser has kept nothing
   * @returns {Promise<void>} fails with ApiError where the board cannot be read
   */
  async open(which, { name = "", title = "", moves } = {}) {
    const turn = ++this.#opened;
    const listed = judge.hands(which).catch(() => null);
    const base = await judge.open(which);
    if (turn !== this.#opened) return; // another board was opened meanwhile
    if (title) base.title = title;
    const { partial, marks, past, future } = progress(base, moves);
    this.#name =
      name || (which.text === undefined ? `${base.puzzle}/${base.name}` : progressName(base));
    this.#base = base;
    this.board = { ...base, ways: [] };
    this.marks = marks;
    this.#past = past;
    this.#future = future;
    this.#seen = loadText(progressName(base));
    this.hands = null;
    this.offline = false;
    this.#words = null;
    this.tool = null;
    this.penciling = false;
    this.#ready = this.#begin(turn, partial, listed);
    this.dispatchEvent(new Event("open"));
    this.#changed();
    if (!same(partial, EMPTY)) await this.#ready;
  }

  /** Gets the list of moves, and lays what the browser has kept. */
  async #begin(turn, partial, listed) {
    const found = await listed;
    if (turn !== this.#opened) return;
    this.hands = found && new Hands(found);
    if (same(partial, EMPTY)) return;
    try {
      const next = await this.#with(partial);
      if (turn !== this.#opened) return;
      this.#found(next);
    } catch (error) {
      if (error.status === 400) this.#forget();
      else throw error; // no connection, or a busy server: it is kept
    }
  }

  /** What was kept is of an older version of the puzzle. */
  #forget() {
    save(progressName(this.board), null);
    this.#seen = null;
    this.#past = [];
    this.#future = [];
    this.marks = {};
    this.#take({ ...this.#base, ways: [] });
    this.#changed();
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Comes when all moves that are on their way have come. */
  get settled() {
    return this.#last;
  }

  /** What the log calls the board: a shipped one by its address, others by their text. */
  get name() {
    return this.#name;
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
    this.dispatchEvent(new Event("tool"));
  }

  /** Turns the chosen tool; without one, what lies on a cell. */
  async turn(cell) {
    if (this.tool && this.tool.poses > 1) {
      this.pose = (this.pose + 1) % this.tool.poses;
      this.dispatchEvent(new Event("tool"));
      this.say(`${wordOf(this.tool)}, turned: ${this.pose + 1} of ${this.tool.poses}`);
    } else if (cell) {
      await this.play({ kind: "turn", cell }, `Turned on ${cellName(cell)}.`);
    } else {
      this.say("Choose a piece or a cell to turn.", true);
    }
  }

  /**
   * The tool to which a cell belongs whatever lies there; null: none, or it is chosen.
   * @returns {Tool | null}
   */
  #homed(cell) {
    const found = this.board.tools.find((tool) => tool.homes?.includes(cell));
    return found && found.name !== this.tool?.name && !this.penciling ? found : null;
  }

  /** The few signs of a board without numbers and pieces, which clicks lay one after the other. */
  get #signs() {
    const { tools, pencil } = this.board;
    const few = tools.length <= MOST_SIGNS && !pencil && !this.penciling;
    return this.hands && few && tools.every(({ left }) => left === null) ? tools : [];
  }

  /** Whether tools are signs that are written at once: all without end, and none of them turns. */
  get digits() {
    return this.board.tools.every(({ poses, left }) => poses === 1 && left === null);
  }

  /** Whether a tapped tool goes to the cell that was tapped before, as none is chosen. */
  get asksForSign() {
    return !this.tool && (this.penciling || (this.digits && !this.#signs.length));
  }

  /** What a click without a tool lays on a cell; null: it takes; undefined: neither. */
  #next(cell) {
    const signs = this.#signs.filter(({ name }) => this.hands.takes(name, cell));
    const at = signs.findIndex(({ name }) => this.#lies(cell, name));
    return signs.length ? (signs[at + 1] ?? null) : undefined;
  }

  /** Whether a tool is chosen, the cell chooses one, or a click needs none. */
  armed(cell) {
    return Boolean(this.tool ?? this.#homed(cell) ?? this.#signs[0]);
  }

  /**
   * What a tap or Enter on a cell does: choose the tool of the cell, note or lay; or what a tap on
   * a tool does for the cell that was tapped before.
   * @param {string} cell @param {Tool} [tapped]
   */
  async use(cell, tapped) {
    const turn = this.#opened;
    await this.#ready.catch(() => {}); // what can be laid where; the move says why it has not come
    if (turn !== this.#opened) return;
    const homed = tapped ? null : this.#homed(cell);
    const tool = tapped ?? this.tool;
    if (homed) {
      this.choose(homed);
      if (!this.#lies(cell)) await this.lay(cell, homed);
      else this.say(`${wordOf(homed)} is chosen.`);
    } else if (tool) {
      if (this.penciling) await this.note(cell, tool.name);
      else if (tool.left === null && this.#lies(cell, tool.name)) await this.take(cell);
      else await this.lay(cell, tool, this.pose);
    } else {
      const next = this.#next(cell);
      if (next) await this.lay(cell, next);
      else if (next === null) await this.take(cell);
      else if (this.asksForSign) this.say(`${capital(cellName(cell))}: choose what goes there.`);
      else if (!this.#signs.length && this.board.tools.length) this.say("Choose a tool first.");
    }
  }

  /** Whether a tool lies on a cell. */
  #lies(cell, name = this.tool.name) {
    const lying = this.hands?.lying(this.board.partial) ?? [];
    return lying.some((way) => way.tool === name && way.covers.includes(cell));
  }

  /**
   * What a drag does with each cell: it lays the chosen tool, or takes it away, where it lay on the
   * first cell; without a tool, what a click does on the first cell.
   * @param {string} first
   */
  brush(first) {
    const homed = this.#homed(first);
    if (homed) this.choose(homed);
    const chosen = this.tool;
    const next = chosen ? undefined : this.#next(first);
    const tool =
      chosen ?? next ?? this.#signs.find(({ name }) => this.#lies(first, name)) ?? this.#signs[0];
    const wipes = next === null || (Boolean(chosen) && this.#lies(first, tool.name));
    return (cell) => {
      if (this.tool?.name !== chosen?.name) return;
      if (!this.hands?.takes(tool.name, cell) || this.#lies(cell, tool.name) !== wipes) return;
      if (wipes) this.take(cell);
      else this.lay(cell, tool);
    };
  }

  /** @param {string} cell @param {Tool} tool @param {number} [pose] */
  lay(cell, tool, pose = 0) {
    const move = { kind: "lay", tool: tool.name, pose, cell };
    return this.play(move, `${wordOf(tool)} on ${cellName(cell)}.`);
  }

  take(cell) {
    if (!cell) {
      this.say("Choose a cell first.", true);
      return Promise.resolve();
    }
    if (this.marks[cell]?.length) return this.#mark(cell, () => []);
    return this.play({ kind: "take", cell }, `Taken from ${cellName(cell)}.`);
  }

  /** Writes or wipes a pencil mark. */
  note(cell, name) {
    return this.#mark(cell, (old) =>
      old.includes(name) ? old.filter((each) => each !== name) : [...old, name],
    );
  }

  /** Writes into the notes what can be laid on each empty place; their colours stay. */
  async fillNotes() {
    const { partial } = this.board;
    let ruled = null;
    try {
      ruled = await judge.candidates(this.board, partial);
    } catch (error) {
      if (error.status !== 0) return this.say(error.message, true);
    }
    const [by, none] = ruled
      ? ["what no single rule excludes", "No single rule excludes anything yet."]
      : [
          "what its places and pieces allow; the rules cannot be asked now",
          "The rules cannot be asked now, and places and pieces alone exclude nothing.",
        ];
    return this.#queue(async () => {
      const many = "This board has too many ways to lay for notes that fill themselves.";
      if (!this.hands) return this.say(many, true);
      if (!same(partial, this.board.partial)) return void this.fillNotes(); // a move came meanwhile
      const isColour = (name) => COLOURS.includes(name);
      const colours = noted(this.marks).map(([cell, names]) => [cell, names.filter(isColour)]);
      const marks = Object.fromEntries(colours);
      const found = Object.entries(this.hands.candidates(partial, ruled));
      for (const [cell, names] of found) marks[cell] = [...(marks[cell] ?? []), ...names];
      this.#noted(marks, found.length ? `Notes on ${found.length} places: ${by}.` : none);
    });
  }

  /** Gives a cell other notes; undo takes them back. @param {(old: string[]) => string[]} change */
  #mark(cell, change) {
    return this.#queue(async () => {
      const now = change(this.marks[cell] ?? []);
      const words = `Notes in ${cellName(cell)}: ${now.join(", ") || "none"}.`;
      this.#noted({ ...this.marks, [cell]: now }, words);
    });
  }

  #noted(marks, words) {
    this.#push();
    this.marks = marks;
    this.#keep();
    this.dispatchEvent(new Event("change"));
    this.say(words);
  }

  /**
   * A move. Moves are made one after the other, each on the board that the one before has left.
   * @param {object} move as /api/move takes it
   * @param {string} words what is said when it is made
   */
  play(move, words) {
    return this.#queue(async () => {
      const next = await this.#upToDate(() => {
        const { partial } = this.board;
        return this.hands
          ? this.#local(this.hands.move(partial, move))
          : judge.move(this.board, partial, move);
      });
      if (!next) return;
      if (same(this.board.partial, next.partial)) {
        this.say("Nothing changes.");
        return;
      }
      this.#push();
      const covered = () => this.hands?.known(this.board.partial) ?? new Set();
      const before = covered();
      this.#take(next);
      const news = [...covered()].filter((cell) => !before.has(cell));
      if (move.kind === "lay") news.push(move.cell);
      this.marks = { ...this.marks, ...Object.fromEntries(news.map((cell) => [cell, []])) };
      this.#tellChange(words);
    });
  }

  undo() {
    return this.#goTo(() => [this.#past, this.#future], "Undone.");
  }

  redo() {
    return this.#goTo(() => [this.#future, this.#past], "Redone.");
  }

  /** Takes all from the board, notes too; undo brings them back. */
  clear() {
    return this.#queue(async () => {
      const next = await this.#upToDate(() => this.#with(EMPTY));
      if (!next) return;
      if (!same(this.board.partial, EMPTY) || noted(this.marks).length) this.#push();
      this.marks = {};
      this.#take(next);
      this.#tellChange("The board is empty.");
    });
  }

  /** Takes over what another tab has made of the board. */
  catchUp() {
    return this.board ? this.#queue(async () => {}) : Promise.resolve();
  }

  /** What lies on the board and the notes, as the history has it. */
  get #now() {
    return { ...this.board.partial, marks: this.marks };
  }

  /** What is there comes into the history before it changes. */
  #push() {
    this.#past.push(this.#now);
    this.#future = [];
  }

  /**
   * @param {() => [object[], object[]]} sides of the history: where the board comes from, where
   *   this one goes
   */
  #goTo(sides, words) {
    return this.#queue(async () => {
      const next = await this.#upToDate(() => {
        const { atoms, not } = sides()[0].at(-1) ?? this.board.partial;
        return this.#with({ atoms, not });
      });
      if (!next) return;
      const [from, to] = sides();
      if (!from.length) {
        this.say(`There is nothing to ${words === "Undone." ? "undo" : "redo"}.`);
        return;
      }
      const now = this.#now;
      this.marks = from.pop().marks ?? {}; // older entries have no notes
      to.push(now);
      this.#take(next);
      this.#tellChange(words);
    });
  }

  /**
   * What the server answers, asked again where another tab has changed the board meanwhile.
   * @returns {Promise<any>} null: another board was opened meanwhile
   */
  async #upToDate(ask) {
    const turn = this.#opened;
    for (;;) {
      const next = await ask();
      if (turn !== this.#opened) return null;
      if (!(await this.#takeOver(turn))) return next;
    }
  }

  /** Takes over what another tab has kept; returns whether there was something. */
  async #takeOver(turn) {
    const text = loadText(progressName(this.board));
    if (text === this.#seen) return false;
    this.#seen = text;
    const { partial, marks, past, future } = progress(this.board);
    let next;
    try {
      next = await this.#with(partial);
    } catch (error) {
      if (error.status === 400) return false; // of an older version of the puzzle
      this.#seen = null; // it is taken over later
      throw error;
    }
    if (turn !== this.#opened) return true;
    const mine = this.#now;
    const lost = ![...past, ...future, { ...partial, marks }].some((each) => same(each, mine));
    this.#past = lost ? [...past, mine] : past;
    this.#future = future;
    this.marks = marks;
    this.#found(next);
    const undo = lost ? " Undo brings back what was here." : "";
    this.say(`The board was changed in another tab.${undo}`);
    return true;
  }

  /** Shows a board as the browser has kept it. */
  #found(next) {
    this.#take(next);
    this.#checkTool();
    this.#changed();
    this.#look();
  }

  /** Takes a board over; as text it has lost its name. */
  #take(next) {
    const { name, title } = this.board;
    this.board = { ...this.board, ways: [], ...next, name, title };
  }

  /**
   * The board with other things on it: at once where moves are listed, else as the server has it.
   */
  async #with(partial) {
    return this.hands ? this.#local(partial) : judge.look(this.board, partial);
  }

  /** The board as this page can draw it by itself. */
  #local(partial) {
    if (same(partial, EMPTY)) return { ...this.#base, ways: [] };
    const left = this.hands.left(partial);
    const { svg, solid } = this.#base;
    const tools = this.#base.tools.map((tool) => ({ ...tool, left: left[tool.name] ?? tool.left }));
    const standing = `${this.hands.progress(partial)}.`;
    const ways = this.hands.lying(partial);
    return { partial, svg, solid, tools, standing, done: false, ways };
  }

  /** Asks the server for its view of what lies there, until it has seen the last move. */
  async #look() {
    if (!this.hands || this.#looking) return;
    const turn = this.#opened;
    this.#looking = true;
    try {
      for (let asked = null; asked !== this.board.partial;) {
        asked = this.board.partial;
        const next = await judge.look(this.board, asked);
        if (turn !== this.#opened) return;
        this.offline = false;
        if (asked !== this.board.partial) continue;
        this.#take({ ways: [], ...next });
        asked = this.board.partial;
        this.#checkTool();
        this.dispatchEvent(new Event("look"));
        this.#tellDone();
      }
    } catch (error) {
      if (turn !== this.#opened) return;
      if (error.status === 400) return this.#forget();
      this.offline = error.status === 0;
      this.dispatchEvent(new Event("look"));
      setTimeout(() => turn === this.#opened && this.#look(), LATER);
    } finally {
      this.#looking = false;
      if (turn !== this.#opened) this.#look();
    }
  }

  /** Says that the board is done, once, when the server has judged the last move. */
  #tellDone() {
    const words = this.#words;
    this.#words = null;
    if (words === null || !this.board.done) return;
    this.say(`${words} Done: the whole board is right.`);
    this.dispatchEvent(new Event("done"));
  }

  #queue(work) {
    const turn = this.#opened;
    const next = this.#last.then(async () => {
      if (turn !== this.#opened) return;
      try {
        await this.#ready;
        await this.#takeOver(turn);
        if (turn === this.#opened) await work();
      } catch (error) {
        this.say(error.message, true);
      }
    });
    this.#last = next;
    return next;
  }

  /** The chosen tool as the board has it now; none where it is used up. */
  #checkTool() {
    if (this.tool?.svg === "" && this.penciling) return; // a colour
    const now = this.board.tools.find((tool) => tool.name === this.tool?.name);
    this.tool = now && now.left !== 0 ? now : null;
  }

  #tellChange(words) {
    this.#checkTool();
    this.#keep();
    this.#changed();
    this.#words = words;
    this.say(words);
    if (this.hands && !same(this.board.partial, EMPTY)) this.#look();
    else this.#tellDone();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("tool"));
  }

  #keep() {
    const { partial } = this.board;
    const marks = Object.fromEntries(noted(this.marks));
    const past = this.#past.slice(-KEPT_MOVES);
    const future = this.#future.slice(-KEPT_MOVES);
    const some = !same({ ...partial, marks }, EMPTY) || past.length || future.length;
    const name = progressName(this.board);
    const kept = save(name, some ? { partial, marks, past, future } : null);
    this.#seen = loadText(name);
    if (!kept && !this.warned) {
      this.warned = true;
      this.say("This browser does not keep your progress.", true);
    }
  }
}

/** What people call a tool. @param {Tool} tool */
export function wordOf(tool) {
  return tool.word || tool.name;
}

function progressName({ puzzle, text }) {
  return `board:${puzzle}:${shortName(text)}`;
}

/** What the browser keeps of a board; else some moves. @param {Partial} [moves] */
function progress(board, moves = EMPTY) {
  return { partial: moves, marks: {}, past: [], future: [], ...load(progressName(board)) };
}

/** The cells with notes. @param {Object<string, string[]>} marks */
function noted(marks) {
  return Object.entries(marks).filter(([, names]) => names.length);
}

/** Whether the same lies on two boards, with the same notes, where they have some. */
function same(one, other) {
  const words = ({ atoms, not, marks = {} }) =>
    JSON.stringify([[...atoms].sort(), [...not].sort(), noted(marks).sort()]);
  return words(one) === words(other);
}
