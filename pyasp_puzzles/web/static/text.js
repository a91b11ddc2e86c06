// The text of a board with the numbers of its lines; an error stands at its line.

/** The text field of the editor. */
export class TextBox {
  #line = 0;

  /** @param {() => void} typed is called when somebody types */
  constructor(typed) {
    this.area = /** @type {HTMLTextAreaElement} */ (document.getElementById("edit-text"));
    this.lines = document.getElementById("edit-lines");
    this.error = document.getElementById("edit-error");
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
    const count = this.area.value.split("\n").length;
    const rows = [];
    for (let number = 1; number <= count; number++) {
      const row = document.createElement(number === wrong ? "mark" : "span");
      row.textContent = `${number}\n`;
      rows.push(row);
    }
    this.lines.replaceChildren(...rows);
    if (wrong) {
      const high = this.area.scrollHeight / Math.max(1, count);
      const top = (wrong - 1) * high;
      const last = this.area.scrollTop + this.area.clientHeight - 2 * high;
        if (top < this.area.scrollTop || top > last) {
        this.area.scrollTop = top - this.area.clientHeight / 2;
      }
    }
    this.lines.scrollTop = this.area.scrollTop;
  }
}
