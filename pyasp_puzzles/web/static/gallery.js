// The gallery: all shipped boards with their pictures, and boards of one's own.

import { dailyAddress } from "./daily.js";
import { at, button, make, row } from "./dom.js";
import { judge } from "./judge.js";
import { decorate } from "./picture.js";
import { clock, log, statistics } from "./stats.js";

/**
 * @typedef {{name: string, title: string, size: string, grade: string,
 *   known: Object<string, number>}} Entry
 * @typedef {{name: string, title: string, kind: string, about: string, rules: string,
 *   instances: Entry[], generator: object[] | null, symmetry: string[],
 *   play: boolean}} Listed a puzzle as /api/puzzles has it
 */

/** Bytes of a file of one's own. */
const MOST_FILE = 500_000;
/** So many puzzles stand side by side, whatever their kinds. */
const FEW = 8;
/** Buttons for the boards of one text. */
const MOST_LABELS = 100;
const GRADES = ["easy", "medium", "hard"];
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
    this.filter = at("filter");
    this.text = at("own-text");
    this.error = at("own-error");
    this.which = at("which");
    this.lists = ["size", "grade", "played"].map(at);
    /** What lists the puzzles. */
    this.choosers = [this.which, at("own-puzzle")].filter(Boolean);
    this.filter.addEventListener("input", () => this.#sift());
    this.filter.addEventListener("change", () => this.#follow());
    this.filter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || ADDRESS.test(this.filter.value.trim())) return;
      event.preventDefault();
      cards().find((card) => card.checkVisibility())?.firstElementChild.focus();
    });
    for (const list of [this.which, ...this.lists])
      list.addEventListener("change", () => this.#sift());
    if (this.text) this.#takeTexts();
  }

  /** Opens boards of one's own: a text, a file, or one that is dropped. */
  #takeTexts() {
    at("own").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#openText();
    });
    at("own-file").addEventListener("change", ({ target }) => this.#take(target.files));
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      location.hash = "#/";
      this.#take(event.dataTransfer.files);
    });
  }

  /** @param {Listed[]} puzzles */
  show(puzzles) {
    at("cards").classList.toggle("few", puzzles.length <= FEW);
    let kind = null;
    for (const puzzle of puzzles) {
      if (kind?.dataset.kind !== puzzle.kind) {
        kind = make("section", { "data-kind": puzzle.kind }, make("h3", {}, puzzle.kind));
        at("cards").append(kind);
        for (const list of this.choosers) list.append(make("optgroup", { label: puzzle.kind }));
        this.which.lastElementChild.append(new Option(`${puzzle.kind}: all`, puzzle.kind));
      }
      for (const list of this.choosers)
        list.lastElementChild.append(new Option(puzzle.title, puzzle.name));
      kind.append(group(puzzle));
    }
    this.#sift();
    this.mark();
    Promise.resolve(judge.pictures?.()).then(showPictures, () => showPictures());
  }

  /** Marks what was begun and solved, and shows the statistics. */
  mark() {
    const entries = log();
    for (const card of cards()) {
      const entry = entries[card.dataset.name];
      const played = entry ? (entry.done ? "solved" : "begun") : "new";
      const words = { solved: `✓ solved in ${clock(entry?.seconds ?? 0)}`, begun: "… begun" };
      card.dataset.played = played;
      card.querySelector(".played").textContent = words[played] ?? "";
    }
    const titles = new Map([...this.which.options].map((each) => [each.value, each.text]));
    const rows = statistics().map(({ puzzle, solved, best, mean, hints, streak }) =>
      row(titles.get(puzzle) ?? puzzle, solved, clock(best), clock(mean), hints, streak),
    );
    at("stats").hidden = false;
    at("stats-rows").replaceChildren(...rows);
    at("stats-none").hidden = rows.length > 0;
    document.querySelector("#stats table").hidden = !rows.length;
  }

  /**
   * The next board that is not solved: one that the filter shows, of the same puzzle, else of the
   * same kind, of the same grade, else of the next harder one.
   * @param {string} puzzle @param {string} name
   * @returns {{href: string, words: string} | null}
   */
  next(puzzle, name) {
    const all = cards();
    const here = all.findIndex((card) => card.dataset.name === `${puzzle}/${name}`);
    const later = [...all.slice(here + 1), ...all.slice(0, Math.max(0, here))];
    const entries = log();
    const grade = (card) => GRADES.indexOf(card?.dataset.grade);
    const kind = (card) => card?.closest("[data-kind]").dataset.kind;
    const far = (card) => {
      const other = !card.dataset.name.startsWith(`${puzzle}/`);
      const harder = grade(card) - grade(all[here]);
      const unlike = [card.hidden, other, other && kind(card) !== kind(all[here]), harder < 0];
      return Number(unlike.map(Number).join("") + Math.abs(harder));
    };
    const open = later.filter((card) => !entries[card.dataset.name]?.done);
    const [found] = open.sort((one, two) => far(one) - far(two));
    if (!found) return null;
    const [link, title] = ["a", "strong"].map((part) => found.querySelector(part));
    return { href: link.getAttribute("href"), words: title.textContent };
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
    const typed = this.filter.value.trim();
    const words = ADDRESS.test(typed) ? [] : typed.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = this.lists.filter(({ value }) => value);
    const which = this.which.value;
    at("cards").classList.toggle("sifted", Boolean(words.length || which || wanted.length));
    let found = 0;
    const grades = new Set();
    for (const part of document.querySelectorAll("#cards section[data-puzzle]")) {
      const named =
        !which || [part.dataset.puzzle, part.parentElement.dataset.kind].includes(which);
      part.hidden = true;
      for (const card of part.querySelectorAll("li")) {
        const misses = wanted.filter(({ id, value }) => card.dataset[id] !== value);
        const meant = named && words.every((word) => card.dataset.words.includes(word));
        const fits = meant && !misses.length;
        if (meant && misses.every(({ id }) => id === "grade")) grades.add(card.dataset.grade);
        card.hidden = !fits;
        if (fits) part.hidden = false;
        found += fits ? 1 : 0;
      }
    }
    for (const kind of at("cards").children)
      kind.hidden = !kind.querySelector("section:not([hidden])");
    const others = found ? [] : GRADES.filter((grade) => grades.has(grade));
    const hint = others.length ? `; there are ${others.join(" and ")} ones` : "";
    at("found").textContent = (found === 1 ? "1 board" : `${found} boards`) + hint;
  }

  /** @param {FileList} files of which the first is opened */
  async #take([file]) {
    if (!file) return;
    this.error.textContent = "";
    if (file.size > MOST_FILE) {
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
      await this.open(this.choosers[1].value, this.text.value, label);
    } catch ({ message, labels = [], line }) {
      const several = "The text has several boards. Choose one: ";
      const buttons = labels.map((each) => button(each, () => this.#openText(each)));
      this.error.textContent = labels.length ? several : message;
      this.error.append(...buttons.slice(0, MOST_LABELS));
      if (!labels.length) select(this.text, line);
    }
  }
}

function cards() {
  return [...document.querySelectorAll("#cards li")];
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
  const { name, title, about, instances } = puzzle;
  const head = make("h4", {}, title);
  if (puzzle.generator && judge.can("generate")) {
    const label = `${title}: today's board`;
    const how = { href: dailyAddress(name), className: "daily", "aria-label": label };
    head.append(make("a", how, "today's board"));
  }
  const list = make("ul", { className: "cards" }, ...instances.map((each) => card(puzzle, each)));
  const words = make("p", { className: "quiet" }, about);
  const how = { "data-puzzle": name, "aria-label": title };
  const part = make("section", how, head, words, list);
  if (instances.length > 1) {
    const all = `All ${instances.length} boards`;
    const open = ({ target }) => (target.ariaExpanded = String(part.classList.toggle("open")));
    const told = { "aria-expanded": "false", "aria-label": `${title}: ${all}` };
    part.append(button(all, open, { className: "all", ...told }));
  }
  return part;
}

function card(puzzle, entry) {
  const path = [puzzle.name, entry.name].map(encodeURIComponent).join("/");
  const image = make("img", { alt: "", loading: "lazy" });
  image.dataset.src = judge.picture(puzzle.name, entry.name);
  const title = [nameOf(puzzle, entry), entry.grade].filter(Boolean).join(", ");
  const link = make(
    "a",
    { href: `#/${path}` },
    make("span", { className: "look picture" }, image),
    make("strong", {}, title),
    make("span", {}, [entry.size, playerWords(entry.known)].filter(Boolean).join(" · ")),
    make("span", { className: "played" }),
  );
  const item = make("li", {}, link);
  const { kind, name } = puzzle;
  const words = [kind, puzzle.title, name, entry.name, entry.title, entry.size, title];
  Object.assign(item.dataset, {
    name: `${name}/${entry.name}`,
    grade: entry.grade ?? "",
    size: sizeOf(entry.size),
    words: [...words, knownWords(entry.known)].join(" ").toLowerCase(),
  });
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
