// Share, download, and the program beside the board.

import { judge } from "./judge.js";
import { toFragment } from "./store.js";

/**
 * @param {import("./game.js").Game} game
 * @param {() => {asked: object, board: {name?: string, title: string}}} shown the board that is
 *   played or edited
 * @param {import("./ask.js").Questions} questions
 * @param {(text: string) => void} tell
 * @param {(text: string) => void} fail
 */
export function shareAndKeep(game, shown, questions, tell, fail) {
  const share = async (moves, words) => {
    try {
      const { puzzle, text, partial } = shown().asked;
      const link =
        new URL(judge.home, location.href).href +
        (await toFragment(puzzle, text, moves ? partial : null));
      history.replaceState(null, "", link);
      await navigator.clipboard.writeText(link);
      tell(`The link is copied. It holds the whole board${words}.`);
    } catch {
      tell("The link stands in the address bar. The browser does not let the page copy it.");
    }
  };
  document.getElementById("share").addEventListener("click", () => share(false, ""));
  document
    .getElementById("share-moves")
    .addEventListener("click", () => share(true, " and what lies on it"));
  document.getElementById("downloads")?.addEventListener("click", async (event) => {
    const format = event.target.closest("button")?.dataset.format;
    if (!format) return;
    try {
      const { puzzle, text, partial } = shown().asked;
      const theme = document.documentElement.dataset.theme ?? "auto";
      const lying = questions.shown ? { atoms: questions.shown } : { partial };
      const file = await judge.draw({ puzzle, text, ...lying, format, theme });
      const ending = { text: "txt", facts: "lp", url: "txt", sheet: "html" }[format] ?? format;
      const name =
        `${puzzle} ${shown().board.name ?? shown().board.title}`.replace(/[^\p{L}\p{N}]+/gu, "_") +
        `.${ending}`;
      offer(file, name);
      tell(`${name} is saved.`);
    } catch (error) {
      fail(error.message);
    }
  });
  new Program(game, fail);
}

/** @param {Blob} blob @param {string} name */
export function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The files of the puzzle's program; a step of an explanation marks its lines. */
class Program {
  #puzzle = "";
  #files = [];
  #marked = [];

  constructor(game, fail) {
    this.panel = document.getElementById("program");
    this.opener = document.getElementById("program-button");
    this.tabs = document.getElementById("program-files");
    this.text = document.getElementById("program-text");
    this.opener.addEventListener("click", async () => {
      this.panel.hidden = !this.panel.hidden;
      this.opener.setAttribute("aria-expanded", String(!this.panel.hidden));
      if (this.panel.hidden) return;
      try {
        await this.#load(game.board.puzzle);
        this.panel.scrollIntoView({ block: "nearest" });
      } catch (error) {
        fail(error.message);
      }
    });
    document.addEventListener("program-lines", (event) => {
      this.#marked = event.detail;
      const file = this.#files.findIndex((each) => each.name === this.#marked[0]?.file);
      if (!this.panel.hidden && this.#files.length) this.#show(Math.max(0, file));
    });
    game.addEventListener("open", () => {
      if (!this.panel.hidden) this.#load(game.board.puzzle).catch((error) => fail(error.message));
    });
  }

  async #load(puzzle) {
    if (this.#puzzle !== puzzle) {
      const { files } = await judge.program(puzzle);
      this.#puzzle = puzzle;
      this.#files = files;
      const tabs = files.map(({ name }, number) => {
        const tab = document.createElement("button");
        tab.type = "button";
        tab.textContent = name;
        tab.addEventListener("click", () => this.#show(number));
        return tab;
      });
      this.tabs.replaceChildren(...tabs);
    }
    const file = this.#files.findIndex((each) => each.name === this.#marked[0]?.file);
    this.#show(Math.max(0, file));
  }

  #show(number) {
    const { name, text } = this.#files[number];
    [...this.tabs.children].forEach((tab, at) =>
      tab.setAttribute("aria-pressed", String(at === number)),
    );
    const wanted = new Set(
      this.#marked.filter((each) => each.file === name).map((each) => each.line),
    );
    const rows = text
      .replace(/\n$/, "")
      .split("\n")
      .map((line, at) => {
        const row = document.createElement(wanted.has(at + 1) ? "mark" : "span");
        row.className = line.trimStart().startsWith("%") ? "line comment" : "line";
        row.textContent = `${line}\n`;
        return row;
      });
    this.text.replaceChildren(...rows);
    const first = this.text.querySelector("mark");
    this.text.scrollTop = first ? first.offsetTop - this.text.clientHeight / 3 : 0;
  }
}
