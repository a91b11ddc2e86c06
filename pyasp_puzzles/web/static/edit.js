// Edit mode: clues are set on the board, or the text is changed; each follows the other. What no
// board needs at first is a script of its own, which this module begins.

import { Badge } from "./badge.js";
import { ClueBox } from "./clues.js";
import { at, capital, click } from "./dom.js";
import { NewBoard } from "./generate.js";
import { judge } from "./judge.js";
import { load, save, shortName } from "./store.js";
import { TextBox } from "./text.js";

const PAUSE = 350;
/** Boards that undo can go back to. */
const KEPT_BOARDS = 100;

/**
 * @typedef {{name: string, about: string, choices: string[], typed: boolean,
 *   scope: "cell" | "board", act: boolean, removable: boolean}} Clue
 * @typedef {{puzzle: string, title: string, size: string, known: object, text: string,
 *   svg: string, solid: object[], clues: Clue[], values: Object<string, Object<string, string>>,
 *   places: Object<string, string>, played?: string,
 *   paper?: import("./game.js").BoardData}} Edited a board as /api/edit gives it; `paper`: as
 *   players see it; `played`: the text to play, without known counts of the board before
 */

/** The board while it is edited, with its history. */
export class Editor {
  /** @type {Edited[]} */
  #history = [];
  #at = -1;
  #timer = 0;
  #last = Promise.resolve();
  /** The text with which the editor was opened. */
  #first = "";
  /** Whether the board was made for the editor. */
  #made = false;
  /** Counts the times that the editor was opened or closed, so that late answers are dropped. */
  #turn = 0;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./board.js").BoardView} view
   * @param {{change: () => void, draw: (board: Edited, words: (cell: string) => string,
   *   open: (cell: string) => boolean) => void, leave: () => void,
   *   play: (puzzle: string, text: string) => Promise<void>}} page
   */
  constructor(game, view, page) {
    Object.assign(this, { game, view, page });
    this.text = new TextBox(() => this.#typed());
    this.clues = new ClueBox(this);
    click("edit-close", () => this.#putBack());
    click("edit-play", () => this.#play());
    click("edit-undo", () => this.undo());
    click("edit-redo", () => this.redo());
    click("edit-remove", () => this.remove(view.cell));
  }

  /** The board on show: that of the last text without an error. */
  get board() {
    return this.#history[this.#at] ?? null;
  }

  /** Comes when all changes that are on their way have come. */
  get settled() {
    return this.#last;
  }

  /** What a question about the board has to say of it; nothing lies on it. */
  get asked() {
    const { puzzle, text, played } = this.board;
    return { puzzle, text: played ?? text, partial: { atoms: [], not: [] } };
  }

  /**
   * Begins with the board of the game; its clues come from the server, before any question.
   * @param {boolean} [made] whether the board was made for this
   */
  open(made = false) {
    const turn = ++this.#turn;
    this.#made = made;
    const { puzzle, text, title, size, known, svg, solid } = this.game.board;
    const draft = this.#draft;
    const shown = { puzzle, text, title, size, known, svg, solid };
    this.#history = [{ ...shown, clues: [], values: {}, places: {} }];
    this.#at = 0;
    this.#first = text;
    this.view.editor = this;
    this.#showPanel(true);
    this.clues.open();
    this.#show();
    this.view.focus();
    this.#queue(async () => {
      const board = await judge.edit({ puzzle, text });
      if (turn !== this.#turn) return;
      this.#history[0] = { ...board, text };
      if (!this.#at) this.#show(true);
      const how = board.clues.length ? "" : " This board is changed as text only.";
      this.game.say(`Edit mode.${how}`);
      this.#restore(draft, "Your last changes are back; undo takes them away.");
    });
  }

  /** Leaves the board as it was before. */
  close() {
    this.#turn++;
    clearTimeout(this.#timer);
    if (at("edit").hidden) return;
    this.#showPanel(false);
    document.dispatchEvent(new CustomEvent("edited", { detail: null }));
    this.view.editor = null;
    this.#history = [];
    this.#at = -1;
    at("play").classList.remove("stale");
    this.page.leave();
    this.game.say("");
    at("edit-button").focus();
  }

  #showPanel(open) {
    at("edit").hidden = !open;
    at("edit-button").setAttribute("aria-expanded", String(open));
    at("play").classList.toggle("editing", open);
  }

  /** Leaves, and forgets the changes if they are not wanted. */
  #putBack() {
    const changes = this.#at > 0 || this.text.value !== this.board.text;
    const lost = this.#made ? "this new board" : "your changes of this board";
    if (changes && !confirm(`Drop ${lost}? Undo cannot bring it back.`)) return;
    save(draftName(this.game.board), null);
    this.close();
  }

  /** Removes the chosen clue from a cell. @param {string} cell */
  remove(cell) {
    const clue = this.clues.at(cell);
    if (clue) this.set(clue, "", cell);
    else this.game.say("No clue stands there.", true);
  }

  /**
   * Changes a clue, on the board that the changes before have left.
   * @param {Clue} clue
   * @param {string} value empty: it is removed
   * @param {string} cell empty: the whole board
   * @returns {Promise<boolean>} whether the clue has this value now
   */
  set(clue, value, cell) {
    return this.#queue(async () => {
      if (!(await this.#correct())) return false;
      const { puzzle, text } = this.board;
      const edit = { clue: clue.name, value, ...(cell ? { cell } : {}) };
      const board = await judge.edit({ puzzle, text, edit, before: this.#first });
      if (board.text === text) {
        this.game.say("Nothing changes.");
        return true;
      }
      const words = capital(this.#told(clue, value, cell, board));
      this.#keep(board);
      this.#show();
      this.game.say(words);
      return true;
    });
  }

  /** Takes over another text. @param {string} text @param {string} words what is said of it */
  write(text, words) {
    this.#queue(async () => {
      this.text.value = text;
      if (await this.#look()) this.game.say(words);
    });
  }

  undo() {
    this.#queue(async () => {
      if (this.text.value !== this.board.text)
        this.#goTo(this.#at, "The last text without an error is back.");
      else this.#goTo(this.#at - 1, "Undone.");
    });
  }

  redo() {
    this.#queue(async () => this.#goTo(this.#at + 1, "Redone."));
  }

  #goTo(at, words) {
    if (!this.#history[at]) {
      this.game.say(`There is nothing to ${words === "Redone." ? "redo" : "undo"}.`);
      return;
    }
    this.#at = at;
    this.#show();
    this.game.say(words);
  }

  /** What has changed, in words. */
  #told(clue, value, cell, { clues, values }) {
    const place = cell ? this.clues.placeName(cell, true) : "";
    if (clue.act) return `${[clue.name, value, place].filter(Boolean).join(" ")}.`;
    const now = values[clue.name][cell];
    if (!cell) return `${clue.name}: ${now || "removed"}.`;
    const others = clues
      .filter((each) => each.name !== clue.name && values[each.name][cell])
      .map((each) => `, ${each.name} ${values[each.name][cell]}`);
    const told = now ? `${now} ${place}` : `removed ${place.replace(/^o[nf] /, "from ")}`;
    return `${clue.name} ${told}${others.join("")}.`;
  }

  /** Takes over what another tab has made of the board; undo goes back. */
  catchUp() {
    this.#restore(this.#draft, "The board was changed in another tab; undo brings back yours.");
  }

  /** Changes that the browser keeps: they were neither played nor put back. */
  get #draft() {
    return load(draftName(this.game.board));
  }

  #restore(draft, words) {
    if (typeof draft !== "string") return;
    this.#queue(async () => {
      const typed = this.text.value !== this.board.text;
      if (typed && !(await this.#look())) return; // its error comes first
      if (draft === this.board.text) return;
      this.text.value = draft;
      if (await this.#look()) this.game.say(`Edit mode. ${words}`);
    });
  }

  #keep(board) {
    this.#history = [...this.#history.slice(0, this.#at + 1), board].slice(-KEPT_BOARDS);
    this.#at = this.#history.length - 1;
  }

  /** Shows the board, its text and its clues. @param {boolean} [typed] the text is there already */
  #show(typed = false) {
    save(draftName(this.game.board), this.#at ? this.board.text : null);
    if (!typed) {
      clearTimeout(this.#timer);
      this.text.value = this.board.text;
    }
    if (this.text.value === this.board.text) this.#tellError("", 0);
    this.clues.show();
    this.page.change(); // draws the board, too
    document.dispatchEvent(new CustomEvent("edited", { detail: this.asked }));
    for (const [id, step] of Object.entries({ "edit-undo": -1, "edit-redo": 1 }))
      at(id).setAttribute("aria-disabled", String(!this.#history[this.#at + step]));
  }

  /** @param {string} message empty: the text has no error @param {number} line */
  #tellError(message, line) {
    this.text.tell(message, line);
    at("play").classList.toggle("stale", message !== "");
  }

  /** Shows the board in place of another picture. */
  draw() {
    const { clues } = this;
    const [words, open] = [(cell) => clues.words(cell), (cell) => clues.stands(cell)];
    this.page.draw(this.board, words, open);
    clues.aim();
  }

  #typed() {
    clearTimeout(this.#timer);
    at("edit-undo").setAttribute("aria-disabled", "false");
    this.#timer = setTimeout(() => this.#queue(() => this.#look()), PAUSE);
  }

  /** Lets the board follow the text; returns whether the text has no error. */
  async #look() {
    const { puzzle, text } = this.board;
    const wanted = this.text.value;
    if (wanted === text) {
      this.#show(true);
      return true;
    }
    const turn = this.#turn;
    try {
      const board = await judge.edit({ puzzle, text: wanted, before: this.#first });
      if (turn !== this.#turn) return false;
      if (this.text.value !== wanted) return this.#look(); // somebody types on
      this.#keep({ ...board, text: wanted, played: board.text });
      this.#show(true);
      this.game.say(`The board follows the text: ${board.title}, ${board.size}.`);
      return true;
    } catch (error) {
      if (turn !== this.#turn) return false;
      this.#tellError(error.message, error.line);
      return false;
    }
  }

  /** As #look; says where the text has its error. */
  async #correct() {
    const right = await this.#look();
    if (!right) this.game.say(`Correct ${this.text.place} first, or undo.`, true);
    return right;
  }

  #play() {
    this.#queue(async () => {
      if (!(await this.#correct())) return;
      const { puzzle, text, played } = this.board;
      save(draftName(this.game.board), null);
      await this.page.play(puzzle, played ?? text); // the board that opens closes the editor
    });
  }

  /** Does one thing after the other; what comes for an editor that was closed is dropped. */
  #queue(work) {
    const turn = this.#turn;
    const next = this.#last.then(async () => {
      if (turn !== this.#turn || !this.board) return false;
      try {
        return await work();
      } catch (error) {
        if (turn === this.#turn) this.game.say(error.message, true);
        return false;
      }
    });
    this.#last = next;
    return next;
  }
}

/**
 * Connects edit mode and the form for new boards with the page.
 * @param {object} page what the editor asks of it, and `tell`, `fail`, `derive` and `tools`
 */
export function connectEditor(game, view, jobs, page) {
  new Badge(view, (text) => game.say(text), page.fail, page.derive, page.tools);
  return { editor: new Editor(game, view, page), newBoard: new NewBoard(jobs, page) };
}

function draftName({ puzzle, text }) {
  return `draft:${puzzle}:${shortName(text)}`;
}
