// Talks to the server: JSON over HTTP, and events of jobs.

/** A request that the server did not serve. */
export class ApiError extends Error {
  /**
   * @param {string} message what the server says
   * @param {number} status of HTTP; 0: no connection
   * @param {{line?: number, field?: string, labels?: string[]}} about
   */
  constructor(message, status, about = {}) {
    super(message);
    this.status = status;
    this.line = about.line ?? 0;
    this.field = about.field ?? "";
    this.labels = about.labels ?? [];
  }
}

/** Tells apart the pages of one browser, so that a new job ends the old one of the same page. */
export const page = `p${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** Milliseconds after which the page says that it waits. */
const SOON = 300;
let waiting = 0;
let timer = 0;

/** Counts requests; "slow" (detail: whether it is) tells the document of waits that people notice. */
function wait(more) {
  const tell = (slow) => document.dispatchEvent(new CustomEvent("slow", { detail: slow }));
  waiting += more;
  if (waiting && !timer) timer = setTimeout(() => tell(true), SOON);
  if (waiting || more > 0) return;
  setTimeout(() => {
    if (waiting || !timer) return; // the next request goes on waiting
    clearTimeout(timer);
    timer = 0;
    tell(false);
  });
}

async function request(path, { quiet = false, ...options } = {}) {
  let response;
  if (!quiet) wait(1);
  try {
    response = await (earlier(path, options.body) ?? fetch(path, options));
  } catch {
    throw new ApiError("The server does not answer. Is it still running?", 0);
  } finally {
    if (!quiet) wait(-1);
  }
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new ApiError(body.error ?? `The server answers ${response.status}.`, response.status, body);
  }
  return response;
}

/** The answer to what begin.js has asked already; each is used once. */
function earlier(path, body = "") {
  const found = globalThis.early?.get(path + body);
  globalThis.early?.delete(path + body);
  return found;
}

/**
 * @param {string} path
 * @param {boolean} [quiet] whether nobody waits for the answer
 * @returns {Promise<any>} the JSON value
 */
export async function get(path, quiet = false) {
  return (await request(path, { quiet })).json();
}

/**
 * @param {string} path
 * @param {object} body
 * @param {boolean} [quiet] whether nobody waits for the answer
 * @returns {Promise<Response>}
 */
export function send(path, body, quiet = false) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), quiet });
}

/**
 * @param {string} path
 * @param {object} body
 * @param {boolean} [quiet] whether nobody waits for the answer
 * @returns {Promise<any>} the JSON value
 */
export async function post(path, body, quiet = false) {
  return (await send(path, body, quiet)).json();
}

/**
 * Ends a job; one that has ended already is no error.
 * @param {string} id
 */
export async function stop(id) {
  try {
    await request(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true });
  } catch (error) {
    if (error.status !== 404) throw error;
  }
}

const EVENTS = ["queued", "phase", "progress", "answer", "known", "places", "step", "result", "end"];

/**
 * Listens to a job until it ends. A lost connection is opened again by the browser, and the server
 * then sends what was missed.
 * @param {string} id of the job
 * @param {(name: string, data: any) => void} hear gets each event; the last is "end" or "error";
 *   "lost" and "back" tell of the connection
 * @returns {() => void} stops listening
 */
export function listen(id, hear) {
  const source = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
  let lost = 0;
  const give = (event) => {
    if (event.type === "end") source.close();
    hear(event.type, JSON.parse(event.data || "{}"));
  };
  for (const name of EVENTS) source.addEventListener(name, give);
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
