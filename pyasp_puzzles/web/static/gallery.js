// The gallery: all shipped boards with their pictures, and boards of one's own.

import { judge } from "./judge.js";

/**
 * @typedef {{name: string, title: string, size: string, known: Object<string, number>}} Entry
 * @typedef {{name: string, title: string, kind: string, about: string, rules: string, instances: Entry[],
 *   generator: object[] | null, best: boolean, symmetry: string[], play: boolean}} Listed a puzzle as /api/puzzles has it
 */

const MOST = 500_000;

/** An address of a web site with boards, or what follows its "?". */
const ADDRESS = /^(https?:\/\/\S+|\??[a-z_-]+(\/[a-z]*)?\/\d+\/\d+\/\S*)$/;

/** Shows the puzzles, and opens texts and files. */
export class Gallery {
  /** @param {(puzzle: string, text: string, label?: string) => Promise<void>} open fails with ApiError */
  constructor(open) {
    this.open = open;
    this.filter = /** @type {HTMLInputElement} */ (document.getElementById("filter"));
    this.which = /** @type {HTMLSelectElement} */ (document.getElementById("which"));
    this.puzzle = /** @type {HTMLSelectElement} */ (document.getElementById("own-puzzle"));
    this.text = /** @type {HTMLTextAreaElement} */ (document.getElementById("own-text"));
    this.error = document.getElementById("own-error");
    this.filter.addEventListener("input", () => this.#sift());
    this.filter.addEventListener("change", () => this.#follow());
    this.which.addEventListener("change", () => this.#sift());
    document.getElementById("own").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#openText();
    });
    document.getElementById("own-file").addEventListener("change", (event) => {
      const [file] = event.target.files;
      if (file) this.#take(file);
    });
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      location.hash = "#/";
      this.#take(file);
    });
  }

  /** @param {Listed[]} puzzles */
  show(puzzles) {
    const cards = document.getElementById("cards");
    let kind = null;
    for (const puzzle of puzzles) {
      if (kind?.dataset.kind !== puzzle.kind) {
        kind = document.createElement("section");
        kind.dataset.kind = puzzle.kind;
        const head = document.createElement("h3");
        head.textContent = puzzle.kind;
        kind.append(head);
        cards.append(kind);
        for (const list of [this.which, this.puzzle]) {
          list.append(Object.assign(document.createElement("optgroup"), { label: puzzle.kind }));
        }
      }
      for (const list of [this.which, this.puzzle]) {
        list.lastElementChild.append(new Option(puzzle.title, puzzle.name));
      }
      kind.append(group(puzzle));
    }
    this.#sift();
  }

  /** Opens the board of an address that was typed or pasted. */
  async #follow() {
    const address = this.filter.value.trim();
    if (!ADDRESS.test(address)) return;
    this.text.value = address;
    await this.#openText();
    if (this.error.textContent) document.querySelector(".own").scrollIntoView({ block: "nearest" });
    else this.filter.value = "";
    this.#sift();
  }

  #sift() {
    const address = ADDRESS.test(this.filter.value.trim());
    const words = address ? [] : this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    document.getElementById("cards").classList.toggle("sifted", words.length > 0 || this.which.value !== "");
    let found = 0;
    for (const part of document.querySelectorAll("#cards section[data-puzzle]")) {
      let own = 0;
      for (const card of part.querySelectorAll("li")) {
        const fits = words.every((word) => card.dataset.words.includes(word));
        card.hidden = !fits || (this.which.value !== "" && part.dataset.puzzle !== this.which.value);
        own += card.hidden ? 0 : 1;
      }
      part.hidden = own === 0;
      found += own;
    }
    for (const kind of document.querySelectorAll("#cards > section")) {
      kind.hidden = !kind.querySelector("section:not([hidden])");
    }
    document.getElementById("found").textContent = found === 1 ? "1 board" : `${found} boards`;
  }

  async #take(file) {
    this.error.textContent = "";
    if (file.size > MOST) {
      this.error.textContent = `${file.name} is too large for the page. Use a terminal: pyasp-puzzles solve PUZZLE FILE`;
      return;
    }
    this.text.value = await file.text();
    document.querySelector(".own").scrollIntoView({ block: "nearest" });
    await this.#openText();
  }

  /** Opens the text; of several boards in it, asks which. */
  async #openText(label) {
    this.error.textContent = "";
    try {
      await this.open(this.puzzle.value, this.text.value, label);
    } catch (error) {
      const several = "The text has several boards. Choose one: ";
      this.error.textContent = error.labels.length ? several : error.message;
      for (const each of error.labels.slice(0, 100)) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: each });
        button.addEventListener("click", () => this.#openText(each));
        this.error.append(button);
      }
      if (!error.labels.length) select(this.text, error.line);
    }
  }
}

/** Selects a line of a text field. */
function select(area, line) {
  area.focus();
  if (!line) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

function group(puzzle) {
  const part = document.createElement("section");
  part.dataset.puzzle = puzzle.name;
  part.setAttribute("aria-label", puzzle.title);
  const head = document.createElement("h4");
  head.textContent = puzzle.title;
  const about = document.createElement("p");
  about.className = "quiet";
  about.textContent = puzzle.about;
  const list = document.createElement("ul");
  list.className = "cards";
  for (const entry of puzzle.instances) list.append(card(puzzle, entry));
  part.append(head, about, list);
  if (puzzle.instances.length > 1) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "all";
    more.textContent = `All ${puzzle.instances.length} boards`;
    more.setAttribute("aria-expanded", "false");
    more.setAttribute("aria-label", `${puzzle.title}: ${more.textContent}`);
    more.addEventListener("click", () => {
      const open = part.classList.toggle("open");
      more.setAttribute("aria-expanded", String(open));
    });
    part.append(more);
  }
  return part;
}

function card(puzzle, entry) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#/${encodeURIComponent(puzzle.name)}/${encodeURIComponent(entry.name)}`;
  const image = document.createElement("img");
  image.src = judge.picture(puzzle.name, entry.name);
  image.alt = "";
  image.loading = "lazy";
  const title = document.createElement("strong");
  title.textContent = entry.title || entry.name;
  const size = document.createElement("span");
  size.textContent = entry.size;
  const known = document.createElement("span");
  known.className = "known";
  known.textContent = knownWords(entry.known);
  link.append(image, title, size, known);
  item.append(link);
  item.dataset.words = `${puzzle.kind} ${puzzle.title} ${puzzle.name} ${entry.name} ${entry.title} ${entry.size} ${known.textContent}`.toLowerCase();
  return item;
}

/**
 * What is known of a board, in words.
 * @param {Object<string, number>} known
 */
export function knownWords(known) {
  const words = Object.entries(known ?? {}).map(([name, count]) => {
    if (typeof count !== "number") return `${name}: ${count}`;
    if (name === "answers" && count === 0) return "no answer";
    if (count === 1) return name === "answers" ? "one answer" : `1 ${name.replace(/(ss)?es$|s$/, "$1")}`;
    return `${count.toLocaleString("en")} ${name}`;
  });
  return words.join(", ");
}

