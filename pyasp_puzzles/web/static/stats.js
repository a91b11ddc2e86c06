// Time, statistics and streaks: kept in this browser only, and taken along as a file.

import { everything, load, restore, save } from "./store.js";

const LOG = "log";
const DAY = 86_400_000;

/**
 * @typedef {{puzzle: string, title: string, seconds: number, hints: number, done: string}} Entry
 *   `done`: the day on which the board was finished; empty: it is begun
 */

/** The boards that were played, by their names. @returns {Object<string, Entry>} */
export function log() {
  return load(LOG) ?? {};
}

/** The day of today where the reader is, such as "2026-11-28". @param {number} [back] days ago */
export function day(back = 0) {
  const now = new Date(Date.now() - back * DAY);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((n) => String(n).padStart(2, "0"))
    .join("-");
}

/** Seconds as people read them. @param {number} seconds */
export function clock(seconds) {
  const [minutes, rest] = [
    Math.floor(seconds / 60),
    String(Math.floor(seconds % 60)).padStart(2, "0"),
  ];
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Measures the time on a board, as long as its page is in sight, and writes the log. */
export class Timekeeper {
  #name = "";
  #seconds = 0;

  /**
   * @param {import("./game.js").Game} game
   * @param {(text: string) => void} show gets the time each second
   */
  constructor(game, show) {
    Object.assign(this, { game, show });
    game.addEventListener("open", () => this.#open());
    game.addEventListener("done", () => this.#note(day()));
    setInterval(() => this.#tick(), 1000);
    document.addEventListener(
      "visibilitychange",
      () => document.hidden && this.#begun && this.#note(""),
    );
    window.addEventListener("pagehide", () => this.#begun && this.#note(""));
  }

  /** Seconds on the board that is open. */
  get seconds() {
    return this.#seconds;
  }

  get #begun() {
    return this.#name && !this.#done && (this.game.canUndo || this.game.hints > 0);
  }

  get #done() {
    return Boolean(log()[this.#name]?.done) || this.game.board.done;
  }

  #open() {
    this.#name = this.game.name;
    const { seconds = 0, hints = 0 } = log()[this.#name] ?? {};
    this.#seconds = seconds;
    this.game.hints = hints;
    this.show(clock(seconds));
  }

  #tick() {
    if (!this.#name || document.hidden || this.#done || document.getElementById("play").hidden)
      return;
    this.#seconds += 1;
    this.show(clock(this.#seconds));
    if (this.#seconds % 10 === 0 && this.#begun) this.#note("");
  }

  #note(done) {
    const { puzzle, title } = this.game.board;
    const before = log()[this.#name];
    if (before?.done) return;
    const entry = { puzzle, title, seconds: this.#seconds, hints: this.game.hints, done };
    save(LOG, { ...log(), [this.#name]: entry });
  }
}

/**
 * What was played of each genre.
 * @returns {{puzzle: string, solved: number, best: number, mean: number, hints: number, streak:
 *   number}[]}
 */
export function statistics() {
  const genres = new Map();
  for (const entry of Object.values(log())) {
    if (entry.done) genres.set(entry.puzzle, [...(genres.get(entry.puzzle) ?? []), entry]);
  }
  return [...genres].map(([puzzle, entries]) => ({
    puzzle,
    solved: entries.length,
    best: Math.min(...entries.map((each) => each.seconds)),
    mean: entries.reduce((sum, each) => sum + each.seconds, 0) / entries.length,
    hints: entries.reduce((sum, each) => sum + each.hints, 0),
    streak: streak(new Set(entries.map((each) => each.done))),
  }));
}

/** Days without a gap up to today, or yesterday. @param {Set<string>} days */
export function streak(days) {
  let back = days.has(day()) ? 0 : 1;
  let found = 0;
  for (; days.has(day(back)); back++) found += 1;
  return found;
}

/**
 * Offers all that the browser keeps as a file.
 * @param {(blob: Blob, name: string) => void} offer
 */
export function exportAll(offer) {
  offer(
    new Blob([JSON.stringify(everything(), null, 1)], { type: "application/json" }),
    `puzzles-${day()}.json`,
  );
}

/**
 * Takes in such a file; what is there already of the same name is replaced.
 * @param {string} text
 * @returns {number} entries
 */
export function importAll(text) {
  return restore(JSON.parse(text));
}
