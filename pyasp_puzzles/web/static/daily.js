// One board a day and genre: the same for everyone who has this version, as its seed is made of the
// day.

import { make } from "./dom.js";
import { DAY, day, log } from "./stats.js";
import { load, save } from "./store.js";

/** Days of the archive. */
const DAYS = 30;
const SEEDS = 2 ** 31;

/**
 * The address of a day's board.
 * @param {string} puzzle
 * @param {string} [date] such as "2026-11-28"
 */
export function dailyAddress(puzzle, date = day()) {
  return `#/${encodeURIComponent(puzzle)}/daily/${date}`;
}

/**
 * The puzzle and the day that an address names; null: it names another board.
 * @param {string} fragment
 */
export function dailyOf(fragment) {
  const [, puzzle, date] = /^#\/([^/]+)\/daily\/(\d{4}-\d\d-\d\d)$/.exec(fragment) ?? [];
  if (!date || Number.isNaN(Date.parse(date)) || date > day(-1)) return null;
  return { puzzle: decodeURIComponent(puzzle), date };
}

/** The seed of a day's board. @param {{daily: number}} puzzle @param {string} date */
export function seedOf(puzzle, date) {
  return (puzzle.daily + Math.round(Date.parse(date) / DAY)) % SEEDS;
}

/**
 * The text of a day's board: kept, or made by the server now.
 * @param {import("./jobs.js").Jobs} jobs
 * @param {{name: string, daily: number}} puzzle
 * @param {string} date
 * @returns {Promise<string>} fails with an Error
 */
export function dailyText(jobs, puzzle, date) {
  const name = `daily:${puzzle.name}:${date}:${puzzle.daily}`;
  const kept = load(name);
  if (kept) return Promise.resolve(kept);
  const options = { seed: seedOf(puzzle, date), parameters: {} };
  return new Promise((resolve, reject) => {
    jobs.run("generate", { puzzle: puzzle.name }, options, {
      result: ({ text }) => {
        save(name, text);
        resolve(text);
      },
      end: ({ reason }) =>
        reject(new Error(`The board of ${date} was not made: ${reason || "unknown"}.`)),
      error: ({ error }) => reject(new Error(error)),
    });
  });
}

/** Links to the days before, with a mark where the board was solved. @param {string} puzzle */
export function archive(puzzle) {
  return Array.from({ length: DAYS }, (_, back) => {
    const date = day(back);
    const done = log()[`${puzzle}/daily/${date}`]?.done;
    return make("a", { href: dailyAddress(puzzle, date) }, `${date}${done ? " ✓" : ""}`);
  });
}
