// Who knows the rules: a server (server.js), or what a page without one brings along.

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

/** Who is asked, see README.md. @type {import("./server.js").ServerJudge} */
export let judge;

/** @param {import("./server.js").ServerJudge} other an object with the same methods */
export function setJudge(other) {
  judge = other;
}
