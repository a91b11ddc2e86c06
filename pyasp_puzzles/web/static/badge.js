// In edit mode: how many answers the board has while it is drawn, and how hard it is; clues that
// are dropped and added.

import { at, capital, click } from "./dom.js";
import { judge } from "./judge.js";
import { Jobs } from "./jobs.js";

/** Milliseconds without a change before the answers are searched. */
const UNCHANGED = 150;
const DONE = {
  drop: "Clues that are not needed are gone; undo brings them back.",
  add: "Clues were added; undo takes them away.",
  empty: "All clues are gone; undo brings them back.",
};

/**
 * Says how many answers the board of the editor has and how hard one with one answer is; the next
 * change ends that.
 */
export class Badge {
  #timer = 0;
  /** The board of the editor, as a question asks for it; null: nothing is edited. */
  #asked = null;
  /** Cells in which two answers differ, or of clues that contradict each other. */
  #cells = new Set();

  /**
   * @param {import("./board.js").BoardView} view
   * @param {(text: string) => void} tell
   * @param {(text: string) => void} fail
   * @param {() => void} derive shows the steps to the answer
   * @param {import("./tools.js").ToolBox} tools
   */
  constructor(view, tell, fail, derive, tools) {
    Object.assign(this, { view, tell, fail, tools });
    this.line = at("badge");
    this.grade = at("badge-grade");
    this.looks = new Jobs();
    this.works = new Jobs(true);
    click("derivation", derive);
    document.addEventListener("edited", ({ detail }) => this.#edited(detail));
    window.addEventListener("beforeprint", () => this.#print(true));
    window.addEventListener("afterprint", () => this.#print(false));
    click("designs", ({ target }) => {
      const { design } = target.closest("button")?.dataset ?? {};
      if (design) this.#work(design);
    });
  }

  #edited(asked) {
    const last = this.#asked;
    const same = asked && last && asked.text === last.text && asked.puzzle === last.puzzle;
    this.#asked = asked;
    if (same) {
      this.#mark(); // the board was only drawn again
      return;
    }
    clearTimeout(this.#timer);
    this.looks.stop();
    this.works.stop();
    this.#show("", asked ? "Searching for answers." : "", []);
    if (asked) this.#timer = setTimeout(() => this.#rest(asked), UNCHANGED);
  }

  /** Nobody changes the board any more: its answers are counted; it is drawn for paper. */
  async #rest({ puzzle, text }) {
    this.#look(this.#asked);
    if (this.view.editor.board.paper) return;
    const opened = judge.open({ puzzle, text }).catch(() => null); // there may be no network
    this.view.editor.board.paper = await opened;
  }

  /** Before and after the edited board is printed. @param {boolean} printed */
  #print(printed) {
    const { paper } = this.view.editor?.board ?? {};
    if (!paper) return;
    at("play").classList.toggle("printed", printed);
    this.tools.redraw();
    if (printed) this.view.show(paper.svg, { label: paper.title });
    else this.view.editor.draw();
  }

  #look(asked) {
    let told = false;
    this.looks.run("unique", asked, { design: "state" }, {
      result: ({ status, sentences, cells }) => {
        told = true;
        this.#show(status, sentences.join("\n"), cells);
      },
      end: ({ reason }) => {
        if (this.#asked?.text !== asked.text) return; // a change has ended it
        if (!told) this.#show("", `Not decided: ${reason || "unknown"}.`, []);
        else if (this.line.dataset.status === "one") this.#rate(asked);
      },
      error: ({ error }) => this.#show("", error, []),
    });
  }

  #rate(asked) {
    const tell = (lines) => {
      this.grade.textContent = lines.map((line) => capital(line.trim())).join("\n");
    };
    tell(["Its difficulty is searched."]);
    this.looks.run("rate", asked, {}, {
      result: ({ sentences }) => tell(sentences),
      error: ({ error }) => tell([`No difficulty: ${error}`]),
    });
  }

  /** Lets the server change the clues; the board then follows the text that comes back. */
  #work(design) {
    const options = { design, ...(at("symmetric").checked && { symmetric: true }) };
    this.works.run("unique", this.#asked, options, {
      result: ({ text }) => {
        if (text === at("edit-text").value) this.tell("Nothing changes.");
        else this.view.editor.write(text, DONE[design]);
      },
      error: ({ error }) => this.fail(error),
    });
  }

  #show(status, words, cells) {
    this.line.dataset.status = status;
    this.line.textContent = words;
    this.grade.textContent = "";
    at("derivation").hidden = !["one", "several"].includes(status);
    // An edge that the editor does not show is marked by the cells on its sides.
    const parts = cells.flatMap((cell) => [cell, cell.slice(0, 2), cell.slice(2)]);
    this.#cells = new Set(parts.map((part) => part.join(",")));
    this.#mark();
  }

  #mark() {
    for (const hit of this.view.hits)
      hit.classList.toggle("marked", this.#cells.has(hit.dataset.cell));
  }
}
