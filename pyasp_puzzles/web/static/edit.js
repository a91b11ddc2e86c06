// The text of a board with its picture, changed while one types; the error stands at its line.

import { post } from "./api.js";

const PAUSE = 350;

/** The editor below the board. */
export class Editor {
  #timer = 0;
  #turn = 0;
  #good = "";

  /**
   * @param {import("./game.js").Game} game
   * @param {(svg: string | null, label: string) => void} preview
   * @param {(puzzle: string, text: string) => void} play opens the text as a board
   */
  constructor(game, preview, play) {
    Object.assign(this, { game, preview, play });
    this.panel = document.getElementById("edit");
    this.area = /** @type {HTMLTextAreaElement} */ (document.getElementById("edit-text"));
    this.lines = document.getElementById("edit-lines");
    this.error = document.getElementById("edit-error");
    this.opener = document.getElementById("edit-button");
    this.opener.addEventListener("click", () => (this.panel.hidden ? this.open() : this.close()));
    this.area.addEventListener("input", () => this.#typed());
    this.area.addEventListener("scroll", () => (this.lines.scrollTop = this.area.scrollTop));
    document.getElementById("edit-close").addEventListener("click", () => this.close());
    document.getElementById("edit-play").addEventListener("click", () => this.#play());
  }

  open() {
    this.area.value = this.game.board.text;
    this.panel.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    this.#tell("", 0);
    this.area.focus();
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.panel.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (this.panel.hidden) return;
    clearTimeout(this.#timer);
    this.#turn++;
    this.panel.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
    this.preview(null, "");
    this.opener.focus();
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#number(0);
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  async #look() {
    const turn = ++this.#turn;
    const text = this.area.value;
    try {
      const board = await post("/api/board", { puzzle: this.game.board.puzzle, text });
      if (turn !== this.#turn) return false;
      this.#good = text;
      this.#tell("", 0);
      this.preview(board.svg, `Edited board: ${board.title}, ${board.size}`, false, board.solid);
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#tell(error.message, error.line);
      return false;
    }
  }

  async #play() {
    if (this.#good !== this.area.value && !(await this.#look())) return;
    const text = this.area.value;
    this.close();
    this.play(this.game.board.puzzle, text);
  }

  #tell(message, line) {
    this.error.textContent = line && !message.includes(`line ${line}`) ? `Line ${line}: ${message}` : message;
    this.area.setAttribute("aria-invalid", String(message !== ""));
    this.#number(line);
  }

  /** Writes the numbers of the lines; marks one. */
  #number(wrong) {
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
      if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - 2 * high) {
        this.area.scrollTop = top - this.area.clientHeight / 2;
      }
    }
    this.lines.scrollTop = this.area.scrollTop;
  }
}
