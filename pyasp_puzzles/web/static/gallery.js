// The gallery: all shipped boards with their pictures, and boards of one's own.

import { judge } from "./judge.js";

import { dailyAddress } from "./daily.js";
import { decorate } from "./picture.js";
import { clock, log, statistics } from "./stats.js";

/**
 * @typedef {{name: string, title: string, size: string, grade: string, known: Object<string,
 *   number>}} Entry
 * @typedef {{name: string, title: string, kind: string, about: string, rules: string, instances:
 *   Entry[],
 *   generator: object[] | null, best: boolean, symmetry: string[], play: boolean}} Listed a puzzle
 *   as /api/puzzles has it
 */

const MOST = 500_000;
/** So many puzzles stand side by side, whatever their kinds. */
const FEW = 8;
const TERMINAL = "Use a terminal: pyasp-puzzles solve PUZZLE FILE";

/** An address of a web site with boards, or what follows its "?". */
const ADDRESS = /^(https?:\/\/\S+|\??[a-z_-]+(\/[a-z]*)?\/\d+\/\d+\/\S*)$/;

/** Shows the puzzles, and opens texts and files. */
export class Gallery {
  /**
   * @param {(puzzle: string, text: string, label?: string) => Promise<void>} open fails with
   *   ApiError
   */
  constructor(open) {
    this.open = open;
    this.filter = /** @type {HTMLInputElement} */ (document.getElementById("filter"));
    this.which = /** @type {HTMLSelectElement} */ (document.getElementById("which"));
    this.puzzle = /** @type {HTMLSelectElement} */ (document.getElementById("own-puzzle"));
    this.text = /** @type {HTMLTextAreaElement} */ (document.getElementById("own-text"));
    this.error = document.getElementById("own-error");
    this.filter.addEventListener("input", () => this.#sift());
    this.filter.addEventListener("change", () => this.#follow());
    this.lists = [
      this.which,
      ...["size", "grade", "played"].map((id) => document.getElementById(id)),
    ];
    for (const list of this.lists) list.addEventListener("change", () => this.#sift());
    if (this.text) this.#takeTexts();
  }

  /** Opens boards of one's own: a text, a file, or one that is dropped. */
  #takeTexts() {
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
    cards.classList.toggle("few", puzzles.length <= FEW);
    let kind = null;
    for (const puzzle of puzzles) {
      if (kind?.dataset.kind !== puzzle.kind) {
        kind = document.createElement("section");
        kind.dataset.kind = puzzle.kind;
        const head = document.createElement("h3");
        head.textContent = puzzle.kind;
        kind.append(head);
        cards.append(kind);
        for (const list of [this.which, this.puzzle].filter(Boolean)) {
          list.append(Object.assign(document.createElement("optgroup"), { label: puzzle.kind }));
        }
        this.which.lastElementChild.append(new Option(`${puzzle.kind}: all`, puzzle.kind));
      }
      for (const list of [this.which, this.puzzle].filter(Boolean)) {
        list.lastElementChild.append(new Option(puzzle.title, puzzle.name));
      }
      kind.append(group(puzzle));
    }
    this.#sift();
    this.mark();
    Promise.resolve(judge.pictures?.()).then(showPictures, () => showPictures({}));
  }

  /** Marks what was begun and solved, and shows the statistics. */
  mark() {
    const entries = log();
    for (const card of document.querySelectorAll("#cards li")) {
      const entry = entries[card.dataset.name];
      card.dataset.played = entry ? (entry.done ? "solved" : "begun") : "new";
      const words = {
        solved: `✓ solved in ${clock(entry?.seconds ?? 0)}`,
        begun: "… begun",
        new: "",
      };
      card.querySelector(".played").textContent = words[card.dataset.played];
    }
    const title = (name) =>
      document
        .querySelector(`#cards [data-puzzle="${CSS.escape(name)}"]`)
        ?.getAttribute("aria-label") ?? name;
    const rows = statistics().map((each) => [
      title(each.puzzle),
      each.solved,
      clock(each.best),
      clock(each.mean),
      each.hints,
      each.streak,
    ]);
    document.getElementById("stats").hidden = false;
    document.getElementById("stats-rows").replaceChildren(...rows.map(rowOf));
    document.getElementById("stats-none").hidden = rows.length > 0;
    document.querySelector("#stats table").hidden = !rows.length;
  }

  /**
   * The board that comes after another one: the next of its puzzle that is not solved, or else any.
   * @param {string} puzzle @param {string} name
   * @returns {{href: string, words: string} | null}
   */
  next(puzzle, name) {
    const cards = [...document.querySelectorAll("#cards li")];
    const here = cards.findIndex((card) => card.dataset.name === `${puzzle}/${name}`);
    const later = [...cards.slice(here + 1), ...cards.slice(0, Math.max(0, here))];
    const open = later.filter((card) => !log()[card.dataset.name]?.done);
    const found = open.find((card) => card.dataset.name.startsWith(`${puzzle}/`)) ?? open[0];
    return found
      ? {
          href: found.querySelector("a").getAttribute("href"),
          words: found.querySelector("strong").textContent,
        }
      : null;
  }

  /** Opens the board of an address that was typed or pasted. */
  async #follow() {
    const address = this.filter.value.trim();
    if (!this.text || !ADDRESS.test(address)) return;
    this.text.value = address;
    await this.#openText();
    if (this.error.textContent) document.querySelector(".own").scrollIntoView({ block: "nearest" });
    else this.filter.value = "";
    this.#sift();
  }

  #sift() {
    const address = ADDRESS.test(this.filter.value.trim());
    const words = address ? [] : this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [which, size, grade, played] = this.lists.map((list) => list.value);
    document
      .getElementById("cards")
      .classList.toggle("sifted", Boolean(words.length || which || size || grade || played));
    let found = 0;
    for (const part of document.querySelectorAll("#cards section[data-puzzle]")) {
      const named =
        !which || [part.dataset.puzzle, part.parentElement.dataset.kind].includes(which);
      let own = 0;
      for (const card of part.querySelectorAll("li")) {
        const { dataset } = card;
        const chosen = [
          [size, dataset.size],
          [grade, dataset.grade],
          [played, dataset.played],
        ];
        const fits =
          words.every((word) => dataset.words.includes(word)) &&
          chosen.every(([wanted, has]) => !wanted || wanted === has);
        card.hidden = !fits || !named;
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
      this.error.textContent = `${file.name} is too large for the page. ${TERMINAL}`;
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
        const button = Object.assign(document.createElement("button"), {
          type: "button",
          textContent: each,
        });
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

/** A link to the board of today. */
function dailyLink(puzzle) {
  const link = Object.assign(document.createElement("a"), {
    className: "daily",
    textContent: "today's board",
  });
  link.href = dailyAddress(puzzle.name);
  link.setAttribute("aria-label", `${puzzle.title}: today's board`);
  return link;
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
  if (puzzle.generator && judge.can("generate")) head.append(dailyLink(puzzle));
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
  const picture = document.createElement("span");
  picture.className = "look picture";
  const image = document.createElement("img");
  image.dataset.src = judge.picture(puzzle.name, entry.name);
  image.alt = "";
  image.loading = "lazy";
  picture.append(image);
  const title = document.createElement("strong");
  title.textContent = [nameOf(puzzle, entry), entry.grade].filter(Boolean).join(", ");
  const size = document.createElement("span");
  size.textContent = [entry.size, playerWords(entry.known)].filter(Boolean).join(" · ");
  const played = document.createElement("span");
  played.className = "played";
  link.append(picture, title, size, played);
  item.append(link);
  item.dataset.name = `${puzzle.name}/${entry.name}`;
  item.dataset.grade = entry.grade ?? "";
  item.dataset.size = sizeOf(entry.size);
  item.dataset.words = [
    puzzle.kind,
    puzzle.title,
    puzzle.name,
    entry.name,
    entry.title,
    entry.size,
    title.textContent,
    knownWords(entry.known),
  ]
    .join(" ")
    .toLowerCase();
  return item;
}

/** Pictures that came all at once, in place of those that would be asked for. */
function showPictures(found = {}) {
  for (const [name, svg] of Object.entries(found)) {
    const place = document.querySelector(`#cards section[data-puzzle="${CSS.escape(name)}"] .look`);
    if (place) decorate(place, svg);
  }
  for (const image of document.querySelectorAll("#cards img")) image.src = image.dataset.src;
}

function rowOf(values) {
  const row = document.createElement("tr");
  values.forEach((value, at) => {
    const cell = document.createElement(at ? "td" : "th");
    if (!at) cell.scope = "row";
    cell.textContent = String(value);
    row.append(cell);
  });
  return row;
}

const NUMBERS =
  "one two three four five six seven eight nine ten eleven twelve fifteen sixteen twenty";
/** Titles that say no more than the size. */
const PLAIN = new RegExp(
  `^(?:(.*), )?(\\d+|${NUMBERS.replaceAll(" ", "|")}) (x|by) (\\d+|\\w+)(, .*)?$`,
  "i",
);

/**
 * What people call a board: its title; where that says no more than its size, the puzzle and the
 * size.
 * @param {{title: string} | undefined} puzzle @param {{title: string, name: string, size: string}}
 *   board
 */
export function nameOf(puzzle, board) {
  const [, rows, columns] = /^(\d+) x (\d+)/.exec(board.size) ?? [];
  const title = board.title || board.name;
  const plain = PLAIN.exec(title);
  const own = plain?.[1] && plain[1] !== puzzle?.title; // it says something before the size
  if (!puzzle || own || (board.title && !plain && title !== puzzle.title)) return title;
  return rows ? `${puzzle.title} ${rows}x${columns}${plain?.[5] ?? ""}` : puzzle.title;
}

/** A word for the size of a board. */
function sizeOf(words) {
  const [, rows, columns] = (/^(\d+) x (\d+)/.exec(words) ?? []).map(Number);
  const longer = Math.max(rows ?? 0, columns ?? 0);
  if (!longer) return "";
  return longer < 7 ? "small" : longer < 10 ? "medium" : "large";
}

/** What players want to know of a board's answers. @param {Object<string, number>} known */
export function playerWords(known) {
  const { answers, classes, fillings } = known ?? {};
  if ([answers, classes, fillings].includes(1)) return "one answer";
  return answers === 0 ? "no answer" : answers ? "several answers" : "";
}

/**
 * What is known of a board, in words.
 * @param {Object<string, number>} known
 */
export function knownWords(known) {
  const words = Object.entries(known ?? {}).map(([name, count]) => {
    if (typeof count !== "number") return `${name}: ${count}`;
    if (name === "answers" && count === 0) return "no answer";
    if (count === 1)
      return name === "answers" ? "one answer" : `1 ${name.replace(/(ss)?es$|s$/, "$1")}`;
    return `${count.toLocaleString("en")} ${name}`;
  });
  return words.join(", ");
}
