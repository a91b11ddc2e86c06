// Who knows the rules: a server, or another judge that a page without a server brings along.

import { get, listen, post, send, stop } from "./api.js";
import { keeping, keepPage } from "./store.js";

/**
 * Asks the server. A page without one gives `setJudge` an object with the same methods before it
 * imports main.js. What a judge cannot do, `can` says; where it cannot be reached, a method fails
 * with an ApiError of status 0, and play goes on without it.
 */
export class ServerJudge {
  /** The path of the page: its address without a board. */
  home = "/";

  /**
   * Whether questions and changes of this kind can be asked at all; controls of others are not shown.
   * @param {string} kind of a job ("check", "hint", "explain", "solve", …), or "edit", "draw",
   *   "program", "text" (boards of one's own), "look"
   */
  can(kind) {
    return Boolean(kind);
  }

  /** Lets the page and the boards that were opened work without a network. */
  async keep() {
    try {
      await navigator.serviceWorker?.register("/worker.js");
      await keepPage();
    } catch {} // where a browser forbids it
  }

  /** All boards, as /api/puzzles has them. @returns {Promise<import("./gallery.js").Listed[]>} */
  list() {
    return get("/api/puzzles");
  }

  /** Pictures of the first board of each puzzle, by the puzzle's name. @returns {Promise<Object<string, string>>} */
  pictures() {
    return get("/api/pictures", true);
  }

  /**
   * A board with nothing on it: text, picture, tools.
   * @param {{puzzle: string, instance?: string, text?: string, label?: string}} which
   * @returns {Promise<import("./game.js").BoardData>}
   */
  open(which) {
    return keeping("/api/board", which, () => post("/api/board", which));
  }

  /** What can be laid where, see README.md; null: each move is asked. @param {object} which as for `open` */
  async hands(which) {
    return (await keeping("/api/hands", which, () => post("/api/hands", which, true))).hands;
  }

  /**
   * The board with what lies on it: its true picture, its tools, how far it is done.
   * @param {{puzzle: string, text: string}} board
   * @param {import("./game.js").Partial} partial
   */
  look({ puzzle, text }, partial) {
    return post("/api/board", { puzzle, text, partial }, true);
  }

  /** The same after a move; for boards whose `hands` are null. @param {object} move as /api/move has it */
  move({ puzzle, text }, partial, move) {
    return post("/api/move", { puzzle, text, partial, move });
  }

  /** A tool in a pose. @returns {Promise<{svg: string}>} */
  pose({ puzzle, text }, tool, pose) {
    return post("/api/tool", { puzzle, text, tool, pose });
  }

  /** The address of the small picture of a board. @param {string} puzzle @param {string} instance */
  picture(puzzle, instance) {
    const [path, label] = instance.split("#");
    const asked = label ? `?label=${encodeURIComponent(label)}` : "";
    return `/api/thumbnail/${encodeURIComponent(puzzle)}/${encodeURIComponent(path)}.svg${asked}`;
  }

  /** A board after a change of a clue, as /api/edit has it. @param {object} body */
  edit(body) {
    return post("/api/edit", body);
  }

  /** A file to keep. @param {object} body as /api/draw has it @returns {Promise<Blob>} */
  async draw(body) {
    return (await send("/api/draw", body)).blob();
  }

  /** The program of a puzzle. @returns {Promise<{files: {name: string, text: string}[]}>} */
  program(puzzle) {
    return get(`/api/program/${encodeURIComponent(puzzle)}`);
  }

  /** Starts a job. @param {object} body as /api/jobs has it @returns {Promise<string>} its name */
  async start(body) {
    return (await post("/api/jobs", body)).id;
  }

  /** Listens to a job, see `listen` in api.js. @returns {() => void} stops listening */
  listen(id, hear) {
    return listen(id, hear);
  }

  /** Ends a job. */
  stop(id) {
    return stop(id);
  }
}

/** The judge of this page. @type {ServerJudge} */
export let judge = new ServerJudge();

/** @param {ServerJudge} other an object with the same methods */
export function setJudge(other) {
  judge = other;
}
