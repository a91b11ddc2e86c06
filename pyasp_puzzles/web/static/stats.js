// Time, statistics and streaks: kept in this browser only, and taken along as a file.

import { at } from "./dom.js";
import { load, save } from "./store.js";

const LOG = "log";
/** Milliseconds of a day. */
export const DAY = 86_400_000;

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
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join("-");
}

function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/** Seconds as people read them. @param {number} seconds */
export function clock(seconds) {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const [first, ...rest] = parts[0] ? parts : parts.slice(1);
  return [first, ...rest.map(twoDigits)].join(":");
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
    const rest = () => this.#begun && this.#note("");
    document.addEventListener("visibilitychange", () => document.hidden && rest());
    window.addEventListener("pagehide", rest);
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
    if (!this.#name || document.hidden || this.#done || at("play").hidden)
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
