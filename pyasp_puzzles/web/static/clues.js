// The clues beside the board that is edited: which one is chosen, and its value.

import { at, button, capital, make, press } from "./dom.js";
import { cellName } from "./picture.js";

/** Milliseconds within which signs spell one value. */
const SPELLING = 1000;

/** The controls of the clues; a value that is chosen goes to each cell that is clicked. */
export class ClueBox {
  #clue = "";
  /** The value that the next click sets; empty: it removes; null: none is chosen. */
  #value = null;
  /** The cell that was painted last, so that each is asked for once. */
  #painted = "";
  #word = "";
  #wordAt = 0;

  /** @param {import("./edit.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.kinds = at("edit-kinds");
    this.choices = at("edit-choices");
    this.input = at("edit-value");
    at("edit-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.input.addEventListener("input", () => this.#arm(this.input.value.trim() || null));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") editor.view.focus();
    });
    editor.view.place.addEventListener("focusin", () => this.aim());
  }

  get #board() {
    return this.editor.board;
  }

  /** The chosen clue of cells; null: this board has none. */
  get clue() {
    return this.#board.clues.find((clue) => clue.name === this.#clue) ?? null;
  }

  /** Begins with the first clue and no value. */
  open() {
    this.#clue = "";
    this.#value = null;
    this.#word = "";
  }

  /** Shows the clues of the board. */
  show() {
    const { clues } = this.#board;
    at("edit-clues").hidden = !clues.length;
    const ofCells = clues.filter((clue) => clue.scope === "cell");
    if (!this.clue) this.#clue = ofCells[0]?.name ?? "";
    renew(
      this.kinds,
      ofCells.map((clue) => {
        const choose = () => this.#choose(clue);
        return toggle(capital(clue.name), clue.name, clue.name === this.#clue, choose);
      }),
    );
    this.kinds.hidden = ofCells.length < 2;
    this.#showValues();
    this.#showWhole();
  }

  /** Whether the chosen clue can stand on a cell. */
  stands(cell) {
    return cell in (this.#board.values[this.#clue] ?? {});
  }

  /** The clue that a change on a cell is about: the chosen one, else one that can stand there. */
  at(cell) {
    const able = this.#board.clues.filter((clue) => cell && cell in this.#board.values[clue.name]);
    const chosen = able.find((clue) => clue.name === this.#clue);
    return chosen ?? able.find((clue) => !clue.act) ?? able[0];
  }

  /** Where a cell is and which clues stand there, in words. */
  words(cell) {
    const { clues, values } = this.#board;
    const there = clues.filter((clue) => values[clue.name][cell]);
    const listed = there.map((clue) => `${clue.name} ${values[clue.name][cell]}`);
    return `${this.placeName(cell)}: ${listed.join(", ") || "nothing"}`;
  }

  /** A cell as people read it; "on" goes before one within the board, "of" before a line. */
  placeName(cell, on = false) {
    const name = this.#board.places[cell] ?? cellName(cell);
    if (!on || /^(above|below|left of|right of) /.test(name)) return name;
    return `${/^(row|column) \d+$/.test(name) ? "of" : "on"} ${name}`;
  }

  /** Sets the chosen value on a cell; without one, says what is there. */
  use(cell) {
    const clue = this.at(cell);
    if (!clue) return;
    if (clue.name !== this.#clue) this.#choose(clue);
    if (this.#value === null) {
      this.editor.game.say(`${this.words(cell)}. Choose or type a value.`);
    } else this.editor.set(clue, this.#value, cell);
  }

  /** Sets the chosen value on a cell that has not got it yet. @param {string} cell empty: begins */
  paint(cell) {
    if (cell === this.#painted) return;
    this.#painted = cell;
    const { clue } = this;
    const now = clue && this.#board.values[clue.name][cell];
    if (this.#value === null || now === undefined || clue.act || now === this.#value) return;
    this.editor.set(clue, this.#value, cell);
  }

  /** A key on the board; returns whether it means something. */
  key(event, cell) {
    const clue = this.at(cell);
    const { key } = event;
    if (key === "Escape") this.#arm(null, "No value is chosen.");
    else if (!clue) return false;
    else if (key === "Enter" || key === " ") {
      this.use(cell);
      if (this.#value === null && clue.typed) this.#type("", cell);
    } else if (key === "Delete" || key === "Backspace") this.editor.set(clue, "", cell);
    else if (key === "]" || key === "PageDown") this.#next(1);
    else if (key === "[" || key === "PageUp") this.#next(-1);
    else if (key.length === 1) this.#sign(key, clue, cell);
    else return false;
    return true;
  }

  /** A typed sign: one that is a choice is set at once, others begin a value. */
  #sign(sign, clue, cell) {
    if (clue.name !== this.#clue) this.#choose(clue);
    const now = performance.now();
    const word = (now - this.#wordAt < SPELLING ? this.#word : "") + sign;
    const begins = (choice) => choice.toLowerCase().startsWith(word.toLowerCase());
    const alike = clue.choices.filter(begins);
    const found =
      alike.find((choice) => choice === word) ??
      alike.find((choice) => choice.length === word.length);
    const longer = alike.find((choice) => choice !== found);
    this.#word = "";
    if (found !== undefined && !longer) this.editor.set(clue, found, cell);
    else if (clue.typed) this.#type(word, cell);
    else if (found !== undefined || longer) {
      [this.#word, this.#wordAt] = [word, now];
      this.#arm(found ?? longer, `${found ?? longer} is chosen. Enter sets it.`);
    } else {
      const listed = clue.choices.join(", ");
      this.editor.game.say(`No ${clue.name} begins with ${word}: ${listed}.`, true);
    }
  }

  /** Lets a person type the value of a cell. */
  #type(text, cell) {
    this.#arm(text || null);
    this.input.value = text || (this.#board.values[this.#clue][cell] ?? "");
    this.aim();
    this.input.focus();
    if (!text) this.input.select();
  }

  async #submit() {
    const cell = this.editor.view.cell;
    const clue = this.at(cell);
    if (!clue) return;
    const done = await this.editor.set(clue, this.input.value.trim(), cell);
    if (!done) return;
    this.input.value = "";
    this.#arm(null);
    this.editor.view.focus();
  }

  /** Chooses a clue; an act that can be done in one way only is ready at once. */
  #choose(clue) {
    this.#clue = clue.name;
    this.#value = clue.act && !clue.typed && clue.choices.length === 1 ? clue.choices[0] : null;
    this.input.value = "";
    for (const each of this.kinds.children) press(each, each.dataset.value === clue.name);
    this.#showValues();
    for (const hit of this.editor.view.hits)
      hit.classList.toggle("open", this.stands(hit.dataset.cell));
    this.editor.view.reveal();
    this.editor.game.say(`${capital(clue.name)} is chosen.`);
  }

  #next(by) {
    const clues = this.#board.clues.filter((clue) => clue.scope === "cell");
    const at = clues.findIndex((clue) => clue.name === this.#clue);
    this.#choose(clues[(at + by + clues.length) % clues.length]);
  }

  /** Chooses a value. @param {string | null} value @param {string} [words] */
  #arm(value, words = "") {
    this.#value = value;
    if (document.activeElement !== this.input) this.input.value = (this.clue?.typed && value) || "";
    for (const each of this.choices.children) press(each, each.dataset.value === value);
    if (words) this.editor.game.say(words);
  }

  #showValues() {
    const clue = this.clue;
    at("edit-about").textContent = clue?.about ?? "";
    const offered = [...(clue?.choices ?? []), ...(clue?.removable && !clue.act ? [""] : [])];
    renew(
      this.choices,
      offered.map((value) => {
        const words = value || "remove";
        return toggle(words, value, value === this.#value, () => {
          if (this.#value === value) this.#arm(null, "No value is chosen.");
          else this.#arm(value, `${words} is chosen: now the cell.`);
        });
      }),
    );
    at("edit-form").hidden = !clue?.typed;
    at("edit-value-name").textContent = `Value of ${clue?.name ?? ""}`;
    this.aim();
  }

  /** Names the cell that gets a typed value. */
  aim() {
    if (!this.#board) return;
    const { cell } = this.editor.view;
    const clue = this.at(cell);
    const where = cell && this.placeName(cell, true);
    at("edit-set").textContent = `${clue?.act ? "Apply" : "Set"} ${where}`;
    at("edit-remove").setAttribute("aria-disabled", String(!clue?.removable || clue.act));
  }

  /** The clues of the whole board. */
  #showWhole() {
    const clues = this.#board.clues.filter((clue) => clue.scope === "board");
    renew(
      at("edit-whole"),
      clues.map((clue, number) => this.#field(clue, number)),
    );
  }

  /** The controls of a clue of the whole board: a field, or a button for each choice. */
  #field(clue, number) {
    const now = this.#board.values[clue.name][""];
    const about = make("small", { id: `edit-about-${number}` }, clue.about);
    const told = { "aria-describedby": about.id };
    if (!clue.typed) {
      const buttons = clue.choices.map((choice) => {
        const set = () => this.editor.set(clue, choice, "");
        return clue.act ? button(choice, set) : toggle(choice, choice, choice === now, set);
      });
      const head = make("legend", {}, capital(clue.name));
      return make("fieldset", { className: "choose", ...told }, head, ...buttons, about);
    }
    const field = make("input", { autocomplete: "off", spellcheck: false, value: now, ...told });
    const label = make("label", { className: "field grow" }, capital(clue.name), field);
    if (clue.choices.length) {
      const choices = clue.choices.map((choice) => new Option(choice));
      const list = make("datalist", { id: `edit-list-${number}` }, ...choices);
      field.setAttribute("list", list.id);
      label.append(list);
    }
    const setter = make("button", {}, `${clue.act ? "Apply" : "Set"} ${clue.name}`);
    const form = make("form", { className: "choose" }, label, setter, about);
    const set = () => this.editor.set(clue, field.value.trim(), "");
    if (!clue.act) field.addEventListener("change", set); // on Enter, too, and on leaving
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (clue.act) set();
    });
    return form;
  }
}

/** Puts new controls in the place of others; the focus stays at its place. */
function renew(place, elements) {
  const controls = () => [...place.querySelectorAll("input, button")];
  const number = controls().indexOf(document.activeElement);
  place.replaceChildren(...elements);
  if (number >= 0) controls()[number]?.focus({ preventScroll: true });
}

/** A button that shows whether its value is chosen. */
function toggle(words, value, on, work) {
  return button(words, work, { "aria-pressed": String(on), "data-value": value });
}
