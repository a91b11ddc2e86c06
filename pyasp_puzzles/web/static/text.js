// The text of a board with the numbers of its lines; an error stands at its line.

import { at, make } from "./dom.js";

/** The text field of the editor. */
export class TextBox {
  #line = 0;

  /** @param {() => void} typed is called when somebody types */
  constructor(typed) {
    this.area = at("edit-text");
    this.lines = at("edit-lines");
    this.error = at("edit-error");
    this.area.addEventListener("input", () => {
      this.#number(0);
      typed();
    });
    this.area.addEventListener("scroll", () => (this.lines.scrollTop = this.area.scrollTop));
  }

  get value() {
    return this.area.value;
  }

  /** The text; the field keeps its place where it can. */
  set value(text) {
    if (text === this.area.value) return;
    const { scrollTop, selectionStart } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(selectionStart, selectionStart);
    this.area.scrollTop = scrollTop;
  }

  /** Where the error is, in words. */
  get place() {
    return this.#line ? `line ${this.#line} of the text` : "the text";
  }

  /** Shows an error at its line. @param {string} message empty: none @param {number} line */
  tell(message, line) {
    const words = line && !message.includes(`line ${line}`) ? `Line ${line}: ${message}` : message;
    if (this.error.textContent !== words) this.error.textContent = words;
    this.area.setAttribute("aria-invalid", String(message !== ""));
    this.#number(line);
  }

  /** Writes the numbers of the lines; marks one. */
  #number(wrong) {
    this.#line = wrong;
    const rows = this.area.value.split("\n").map((_, at) => {
      return make(at + 1 === wrong ? "mark" : "span", {}, `${at + 1}\n`);
    });
    this.lines.replaceChildren(...rows);
    if (wrong) {
      const high = this.area.scrollHeight / rows.length;
      const top = (wrong - 1) * high;
      const last = this.area.scrollTop + this.area.clientHeight - 2 * high;
      if (top < this.area.scrollTop || top > last)
        this.area.scrollTop = top - this.area.clientHeight / 2;
    }
    this.lines.scrollTop = this.area.scrollTop;
  }
}
