// One board a day and genre: the same for everyone who has this version, as its seed is made of the
// day.

import { day } from "./stats.js";
import { load, save } from "./store.js";

const DAY = 86_400_000;
/** Days of the archive. */
const DAYS = 30;
const MOST = 2 ** 31;

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
  return (puzzle.daily + Math.round(Date.parse(date) / DAY)) % MOST;
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
  return new Promise((resolve, reject) => {
    jobs.run(
      "generate",
      { puzzle: puzzle.name },
      { seed: seedOf(puzzle, date), parameters: {} },
      {
        result: ({ text }) => {
          save(name, text);
          resolve(text);
        },
        end: ({ reason }) =>
          reject(new Error(`The board of ${date} was not made: ${reason || "unknown"}.`)),
        error: ({ error }) => reject(new Error(error)),
      },
    );
  });
}

/** Links to the days before. @param {string} puzzle @param {(date: string) => boolean} solved */
export function archive(puzzle, solved) {
  return Array.from({ length: DAYS }, (_, back) => {
    const date = day(back);
    const link = document.createElement("a");
    link.href = dailyAddress(puzzle, date);
    link.textContent = `${date}${solved(date) ? " ✓" : ""}`;
    return link;
  });
}
