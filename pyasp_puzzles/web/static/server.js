// The page with a server: JSON over HTTP, events of jobs, and what is kept for times without a
// network.

import { ApiError, setJudge } from "./judge.js";
import { shortName } from "./store.js";

/** Milliseconds after which the page says that it waits. */
const SOON = 300;
let slow = 0;

/** Tells the document of a wait that people notice: the event "slow" (detail: whether it is). */
async function noticed(answer) {
  const count = (more) => {
    slow += more;
    document.dispatchEvent(new CustomEvent("slow", { detail: slow > 0 }));
  };
  let waits = 0;
  const timer = setTimeout(() => count((waits = 1)), SOON);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (waits) count(-1);
  }
}

/**
 * @param {string} path
 * @param {object} [body] is sent; none: something is only read
 * @param {{quiet?: boolean}} [how] `quiet`: nobody waits for the answer; else as for `fetch`
 * @returns {Promise<Response>} fails with ApiError
 */
async function request(path, body, { quiet = false, ...how } = {}) {
  const headers = { "Content-Type": "application/json" };
  const text = JSON.stringify(body);
  const options = body ? { method: "POST", headers, body: text, ...how } : how;
  const answer = earlier(path, text) ?? fetch(path, options);
  const response = await (quiet ? answer : noticed(answer)).catch(() => {
    const why = navigator.onLine ? "Is it still running?" : "This device has no network.";
    throw new ApiError(`The server does not answer. ${why}`, 0);
  });
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  const words = told.error ?? `The server answers ${response.status}.`;
  throw new ApiError(words, response.status, told);
}

/** As `request`. @returns {Promise<any>} the JSON value */
async function ask(path, body, how) {
  return (await request(path, body, how)).json();
}

/** The answer to what begin.js has asked already; each is used once. */
function earlier(path, body = "") {
  const found = globalThis.early?.get(path + body);
  globalThis.early?.delete(path + body);
  return found;
}

const EVENTS = "queued phase progress answer known places step result end".split(" ");
const QUIET = { quiet: true };

/** Boards that are kept for times without a network. */
const BOARDS = "boards";
const MOST_BOARDS = 300;

/** As `ask`; where there is no connection, what it brought before. */
async function keeping(path, body, how) {
  const text = JSON.stringify(body);
  const name = `${path}?${encodeURIComponent(text)}`.slice(0, 2000) + shortName(text);
  try {
    const found = await ask(path, body, how);
    keepBoard(name, JSON.stringify(found)).catch(() => {}); // private windows and full stores
    return found;
  } catch (error) {
    const kept = error.status === 0 && (await (await window.caches?.open(BOARDS))?.match(name));
    if (!kept) throw error;
    return kept.json();
  }
}

/** Keeps what the page is made of, when it has nothing else to do. */
async function keepPage() {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const cache = await window.caches?.open("page");
  const links = document.querySelectorAll('link[rel="stylesheet"], script[src]');
  const parts = [...links].map((part) => part.href || part.src);
  for (const path of ["/", "/api/puzzles", "/api/pictures", ...parts]) {
    if (cache && !(await cache.match(path))) await cache.add(path);
  }
}

async function keepBoard(name, text) {
  const cache = await window.caches?.open(BOARDS);
  if (!cache) return; // only pages of this machine, and those with TLS, have one
  await cache.put(name, new Response(text));
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - MOST_BOARDS)))
    await cache.delete(old);
}

/**
 * Asks the server. What a judge cannot do, `can` says; where it cannot be reached, a method fails
 * with an ApiError of status 0, and play goes on without it.
 */
class ServerJudge {
  /** The path of the page: its address without a board. */
  home = "/";

  /**
   * Whether questions and changes of this kind can be asked at all; controls of others are not
   * shown.
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
    return ask("/api/puzzles");
  }

  /** Pictures of the first board of each puzzle, by the puzzle's name. */
  pictures() {
    return ask("/api/pictures", undefined, QUIET);
  }

  /**
   * A board with nothing on it: text, picture, tools.
   * @param {{puzzle: string, instance?: string, text?: string, label?: string}} which
   * @returns {Promise<import("./game.js").BoardData>}
   */
  open(which) {
    return keeping("/api/board", which);
  }

  /** What can be laid where, see README.md; null: each move is asked. As for `open`. */
  async hands(which) {
    return (await keeping("/api/hands", which, QUIET)).hands;
  }

  /**
   * The board with what lies on it: its true picture, its tools, how far it is done.
   * @param {{puzzle: string, text: string}} board
   * @param {import("./game.js").Partial} partial
   */
  look({ puzzle, text }, partial) {
    return ask("/api/board", { puzzle, text, partial }, QUIET);
  }

  /** The same after a move, as /api/move has it; for boards whose `hands` are null. */
  move({ puzzle, text }, partial, move) {
    return ask("/api/move", { puzzle, text, partial, move });
  }

  /**
   * What the rules, each by itself, leave of a board; null: nobody knows.
   * @returns {Promise<{possible: string[], demanded: string[]} | null>} atoms that can hold, and
   *   that have to
   */
  candidates({ puzzle, text }, partial) {
    return ask("/api/candidates", { puzzle, text, partial });
  }

  /** A tool in a pose. @returns {Promise<{svg: string}>} */
  pose({ puzzle, text }, tool, pose) {
    return ask("/api/tool", { puzzle, text, tool, pose });
  }

  /** The address of the small picture of a board. */
  picture(puzzle, instance) {
    return `/api/thumbnail/${[puzzle, instance].map(encodeURIComponent).join("/")}.svg`;
  }

  /** A board after a change of a clue, as /api/edit has it. @param {object} body */
  edit(body) {
    return ask("/api/edit", body);
  }

  /** A file to keep. @param {object} body as /api/draw has it @returns {Promise<Blob>} */
  async draw(body) {
    return (await request("/api/draw", body)).blob();
  }

  /** The program of a puzzle. @returns {Promise<{files: {name: string, text: string}[]}>} */
  program(puzzle) {
    return ask(`/api/program/${encodeURIComponent(puzzle)}`);
  }

  /** Starts a job. @param {object} body as /api/jobs has it @returns {Promise<string>} its name */
  async start(body) {
    return (await ask("/api/jobs", body)).id;
  }

  /**
   * Listens to a job until it ends. A lost connection is opened again by the browser, and the
   * server then sends what was missed.
   * @param {string} id of the job
   * @param {(name: string, data: any) => void} hear gets each event; the last is "end" or "error";
   *   "lost" and "back" tell of the connection
   * @returns {() => void} stops listening
   */
  listen(id, hear) {
    const source = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
    let lost = 0;
    for (const name of EVENTS) {
      source.addEventListener(name, ({ data }) => {
        if (name === "end") source.close();
        hear(name, JSON.parse(data || "{}"));
      });
    }
    source.addEventListener("open", () => {
      if (lost) hear("back", {});
      lost = 0;
    });
    source.addEventListener("error", (event) => {
      if (typeof event.data === "string") {
        source.close();
        hear("error", JSON.parse(event.data));
      } else if (source.readyState === EventSource.CLOSED || ++lost > 10) {
        source.close();
        hear("error", { error: "The connection to the server is lost." });
      } else {
        hear("lost", {});
      }
    });
    return () => source.close();
  }

  /** Ends a job; one that has ended already is no error. @param {string} id */
  async stop(id) {
    const how = { method: "DELETE", keepalive: true };
    try {
      await request(`/api/jobs/${encodeURIComponent(id)}`, undefined, how);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }
}

setJudge(new ServerJudge());
import("./main.js");
