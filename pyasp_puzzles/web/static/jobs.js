// Jobs of the server: started, listened to, stopped; one at a time.

import { at, click } from "./dom.js";
import { judge } from "./judge.js";

/**
 * @typedef {{[event: string]: (data: any) => void}} Ears by the name of an event; "end" also comes
 *   after a stop (reason "stopped"), "error" ends the job too
 */

/** One job of this page at a time; one that is shown has a line of text, a bar and a button that stops it. */
export class Jobs {
  #current = null;

  constructor(shown = false) {
    this.shown = shown;
    if (shown) click("stop", () => this.stop());
    window.addEventListener("pagehide", () => this.stop());
  }

  get running() {
    return this.#current !== null;
  }

  /** Whether the job that runs is about what lies on the board. */
  get ofMoves() {
    return this.#current?.ofMoves ?? false;
  }

  /**
   * Starts a job; a job that still runs is stopped first.
   * @param {string} kind
   * @param {object} board `puzzle`, and `text` and `partial` where the job needs them
   * @param {object} options
   * @param {Ears} ears
   */
  async run(kind, board, options, ears) {
    const stopped = this.stop();
    const ofMoves = kind === "check" || kind === "hint" || "from_here" in options;
    const job = { id: "", ofMoves, over: false, close: () => {}, ears };
    this.#current = job; // at once: one that is started while the old one stops takes its place
    this.#show("Starting…");
    await stopped;
    if (job.over) return;
    try {
      job.id = await judge.start({ kind, ...board, options });
    } catch (error) {
      this.#end(job, "error", { error: error.message, line: error.line });
      return;
    }
    if (job.over) {
      await judge.stop(job.id); // Stop was pressed before the server had answered
      return;
    }
    job.close = judge.listen(job.id, (name, data) => this.#hear(job, name, data));
  }

  /** Stops the job, if one runs; returns when the server has ended it. */
  async stop() {
    const job = this.#current;
    if (!job) return;
    this.#end(job, "end", { reason: "stopped", exhausted: false });
    if (!job.id) return;
    try {
      await judge.stop(job.id);
    } catch (error) {
      job.ears.error?.({ error: `The job may still run: ${error.message}` });
    }
  }

  #hear(job, name, data) {
    if (job.over) return;
    if (name === "end" || name === "error") {
      this.#end(job, name, data);
      return;
    }
    const words = {
      queued: data.place > 0 ? `Waiting: place ${data.place} in the queue.` : "Starting…",
      phase: data.text,
      progress: data.text,
      lost: "The connection is lost. Trying again…",
      back: "Connected again.",
    };
    if (name in words) this.#show(words[name]);
    job.ears[name]?.(data);
  }

  #end(job, name, data) {
    if (job.over) return;
    job.over = true;
    job.close();
    if (this.#current === job) {
      this.#current = null;
      if (this.shown && at("job").contains(document.activeElement)) at("main").focus();
      if (this.shown) at("job").hidden = true;
    }
    job.ears[name]?.(data);
  }

  #show(text) {
    if (!this.shown) return;
    at("job").hidden = false;
    at("job-text").textContent = text || "Working…";
  }
}
