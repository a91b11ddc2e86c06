// Share, download, and the program beside the board.

import { at, click, make } from "./dom.js";
import { judge } from "./judge.js";
import { toFragment } from "./store.js";

/** The ends of names of files that are not called as their form. */
const ENDINGS = { text: "txt", facts: "lp", url: "txt", sheet: "html" };

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
    const { puzzle, text, partial } = shown().asked;
    const address = await toFragment(puzzle, text, moves ? partial : null);
    const link = new URL(judge.home, location.href).href + address;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      tell(`The link is copied. It holds the whole board${words}.`);
    } catch {
      tell("The link stands in the address bar. The browser does not let the page copy it.");
    }
  };
  click("share", () => share(false, ""));
  click("share-moves", () => share(true, " and what lies on it"));
  at("downloads")?.addEventListener("click", async ({ target }) => {
    const format = target.closest("button")?.dataset.format;
    if (!format) return;
    try {
      const { board, asked } = shown();
      const { puzzle, text, partial } = asked;
      const theme = document.documentElement.dataset.theme ?? "auto";
      const lying = questions.shown ? { atoms: questions.shown } : { partial };
      const file = await judge.draw({ puzzle, text, ...lying, format, theme });
      const words = `${puzzle} ${board.name ?? board.title}`.replace(/[^\p{L}\p{N}]+/gu, "_");
      const name = `${words}.${ENDINGS[format] ?? format}`;
      offer(file, name);
      tell(`${name} is saved.`);
    } catch (error) {
      fail(error.message);
    }
  });
  new ProgramText(game, fail);
}

/** @param {Blob} blob @param {string} name */
export function offer(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The files of the puzzle's program; a step of an explanation marks its lines. */
class ProgramText {
  #puzzle = "";
  /** @type {{name: string, text: string}[]} */
  #files = [];
  /** @type {{file: string, line: number}[]} */
  #marked = [];

  constructor(game, fail) {
    const panel = at("program");
    const load = async () => {
      try {
        await this.#load(game.board.puzzle);
        this.#show();
      } catch (error) {
        fail(error.message);
      }
    };
    click("program-button", async ({ currentTarget }) => {
      panel.hidden = !panel.hidden;
      currentTarget.setAttribute("aria-expanded", String(!panel.hidden));
      if (panel.hidden) return;
      await load();
      panel.scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("program-lines", ({ detail }) => {
      this.#marked = detail;
      if (!panel.hidden) this.#show();
    });
    game.addEventListener("open", () => panel.hidden || load());
  }

  async #load(puzzle) {
    if (this.#puzzle === puzzle) return;
    this.#files = (await judge.program(puzzle)).files;
    this.#puzzle = puzzle;
  }

  /** Writes all files, each below its name, and goes to the first line that is marked. */
  #show() {
    const wanted = new Set(this.#marked.map(({ file, line }) => `${file} ${line}`));
    const rows = this.#files.flatMap(({ name, text }) => {
      const lines = text.trimEnd().split("\n").map((line, number) => {
        const className = line.trimStart().startsWith("%") ? "line comment" : "line";
        const kind = wanted.has(`${name} ${number + 1}`) ? "mark" : "span";
        return make(kind, { className }, `${line}\n`);
      });
      return [make("strong", { className: "line file" }, `${name}\n`), ...lines];
    });
    const place = at("program-text");
    place.replaceChildren(...rows);
    const first = place.querySelector("mark");
    place.scrollTop = first ? first.offsetTop - place.clientHeight / 3 : 0;
  }
}
