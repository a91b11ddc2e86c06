// Checks what lies on the board after each move, if the player wants that.

import { at } from "./dom.js";
import { Jobs } from "./jobs.js";
import { judge } from "./judge.js";
import { load, save } from "./store.js";

/** Milliseconds without a move before one is checked. */
const REST = 400;

/** Tells of mistakes: never, where a rule is broken, or at each wrong move. */
export class AutoCheck {
  #timer = 0;

  /**
   * @param {import("./game.js").Game} game
   * @param {(data: object, words: string) => void} tell shows the mistake
   */
  constructor(game, tell) {
    Object.assign(this, { game, tell });
    this.choice = at("auto-check");
    this.choice.value = load("auto-check") ?? "";
    this.choice.addEventListener("change", () => {
      save("auto-check", this.choice.value);
      this.#wait();
    });
    this.jobs = new Jobs();
    game.addEventListener("change", () => this.#wait());
  }

  #wait() {
    clearTimeout(this.#timer);
    this.jobs.stop();
    if (this.choice.value && judge.can("check"))
      this.#timer = setTimeout(() => this.#check(), REST);
  }

  #check() {
    const asked = this.game.asked;
    if (!asked.partial.atoms.length && !asked.partial.not.length) return;
    const rules = this.choice.value === "rules";
    const hear = (data) => {
      const wrong = data.status === "wrong" || data.status === "impossible";
      if (!wrong || asked.partial !== this.game.board.partial) return;
      if (rules && data.why?.clues?.length !== 1) return; // it takes thought to see
      this.jobs.stop();
      this.tell(data, rules ? data.sentences.join("\n") : data.sentences[0]);
    };
    this.jobs.run("check", asked, {}, { result: hear, ...(rules ? {} : { known: hear }) });
  }
}
