// Check, hint, explain, solve, unique, count, rate: questions about the board.

/**
 * What a hint says when it is asked once, twice, three times on the same board; and its button
 * then.
 */
const DEGREES = ["vague", "clues", "full"];
const NEXT = ["Hint", "Hint: rule", "Hint: step"];
const FEW = 10;
const MOST = 1000;

/** Asks the server and shows what it says. */
export class Questions {
  /** @type {{atoms: string[], svg: string}[]} */
  answers = [];
  #at = 0;
  #more = false;
  /** Whether the next answer is shown as soon as it comes. */
  #eager = false;
  #noun = "Answer";
  #turn = 0;
  /** How often a hint was asked since the last change. */
  #degree = 0;
  /** Made when steps are asked for. @type {import("./explain.js").Explanation | null} */
  explanation = null;
  /** What hints have told that nobody can lay; forgotten when the board loses something. */
  #told = null;
  #before = new Set();

  /**
   * @param {import("./game.js").Game} game
   * @param {() => {asked: object, settled: Promise<any>}} board what a request has to say of the
   *   board
   *   that is played or edited, and when changes that are on their way have come
   * @param {import("./jobs.js").Jobs} jobs
   * @param {(svg: string | null, label: string) => void} preview shows a picture in place of the
   *   board; null: the board again
   * @param {(text: string) => void} fail shows an error
   */
  constructor(game, board, jobs, preview, fail) {
    Object.assign(this, { game, board, jobs, preview, fail });
    document.getElementById("asks").addEventListener("click", (event) => {
      const { ask } = event.target.closest("button")?.dataset ?? {};
      if (ask) this.ask(ask);
    });
    document.getElementById("hint").addEventListener("click", () => this.hint());
    const on = (id, work) => document.getElementById(id).addEventListener("click", work);
    on("answer-back", () => this.#show(this.#at - 1));
    on("answer-next", () => this.#next());
    on("answer-close", () => this.close());
    on("result-close", () => this.close());
    game.addEventListener("open", () => (this.#told = null));
    game.addEventListener("change", () => this.#forget());
  }

  /** Where to look; asked again, which clues to use; asked once more, what follows. */
  hint() {
    const degree = DEGREES[this.#degree];
    this.#offer(Math.min(this.#degree + 1, DEGREES.length - 1));
    this.game.hints += 1;
    this.ask("hint", degree);
  }

  /** Names the hint that comes next. */
  #offer(degree) {
    this.#degree = degree;
    document.getElementById("hint").textContent = NEXT[degree];
  }

  /**
   * A hint may rest on what is no longer there. A search that is about what lies on the board ends
   * when that changes: its picture would hide what was laid meanwhile.
   */
  #forget() {
    this.#offer(0);
    const { atoms, not } = this.game.board.partial;
    const now = new Set([...atoms, ...not.map((atom) => `not ${atom}`)]);
    const gone = ![...this.#before].every((literal) => now.has(literal));
    if (gone) this.#told = null;
    if (this.jobs.ofMoves && (gone || now.size > this.#before.size)) this.jobs.stop();
    this.#before = now;
  }

  /** The atoms of the answer on show; null: the player's board is on show. */
  get shown() {
    return document.getElementById("answers").hidden ? null : this.answers[this.#at].atoms;
  }

  /** @param {string} kind @param {string} [degree] of a hint */
  async ask(kind, degree) {
    const turn = ++this.#turn;
    this.close();
    await this.board().settled;
    if (turn !== this.#turn) return; // the last question wins
    this.close();
    this.tell("");
    this.#noun = "Answer";
    this.#more = false;
    if (kind === "solve") this.#solve(FEW);
    else if (kind === "explain") this.#explain(turn).catch(({ message }) => this.fail(message));
    else if (kind === "best") this.#best();
    else if (kind === "count" && classesWanted()) this.#run(kind, { symmetry: true });
    else if (kind === "hint") this.#run(kind, { degree, ...(this.#told && { told: this.#told }) });
    else this.#run(kind, {});
  }

  /** Ends the search, shows the player's board again, and puts answers and explanation away. */
  close() {
    this.jobs.stop();
    const panel = document.getElementById("answers");
    const focused = panel.contains(document.activeElement);
    panel.hidden = true;
    this.answers = [];
    this.explanation?.close();
    this.preview(null, "");
    document.getElementById("result-close").hidden = true;
    if (focused) document.getElementById("title").focus();
  }

  /** Says something in the box for results. @param {string} text lines; empty: none */
  tell(text) {
    const lines = text.split("\n").map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    });
    document.getElementById("result").replaceChildren(...(text ? lines : []));
  }

  /** A small line under what is said. @param {string} text */
  #note(text) {
    const made = Object.assign(document.createElement("p"), {
      className: "quiet",
      textContent: text,
    });
    document.getElementById("result").append(made);
  }

  #error = ({ error }) => this.fail(error);

  #run(kind, options) {
    const asked = this.board().asked;
    let found = ""; // so far
    let told = false;
    const own = kind === "check" || kind === "hint"; // these pictures are the player's board
    const show = (data, text) => {
      this.tell(text);
      const svg = data.svg || data.svgs?.[0];
      if (data.svgs?.length > 1) this.#showPictures(data.svgs);
      else if (svg) this.preview(svg, `Board. ${text.split("\n")[0]}`, own, data.solid);
      else if (data.wrong) this.preview(null, "", true, [], data.wrong);
    };
    this.jobs.run(kind, asked, options, {
      progress: (data) => {
        if (data.text) found = data.text;
      },
      known: (data) => {
        found = wordsOf(data);
        show(data, `${found}\n${data.next}`);
      },
      result: (data) => {
        told = true;
        if (data.told) this.#told = data.told;
        show(data, wordsOf(data));
        if (data.technique) this.#note(`Technique: ${data.technique}`);
        const svg = data.svg || data.svgs?.[0];
        document.dispatchEvent(new CustomEvent("program-lines", { detail: data.lines ?? [] }));
        const closer = document.getElementById("result-close");
        closer.hidden = !svg || own || data.svgs?.length > 1;
      },
      end: ({ reason }) => {
        if (!told) this.tell(`${found ? `${found}\n` : ""}Ended: ${reason || "unknown"}.`);
      },
      error: (data) => {
        if (!told) this.tell(found);
        if (!told && kind === "hint") this.#takeBack(options.degree);
        this.#error(data);
      },
    });
  }

  /** A hint that was not given does not count. */
  #takeBack(degree) {
    this.game.hints -= 1;
    this.#offer(DEGREES.indexOf(degree));
  }

  /** Boards that keep most of the rules, each better than the one before. */
  #best() {
    this.#noun = "Board";
    this.jobs.run(
      "best",
      this.board().asked,
      {},
      {
        answer: (data) => {
          this.answers = [data];
          this.#more = false;
          this.#show(0);
          this.tell(data.words);
        },
        end: ({ reason, exhausted }) => {
          if (!this.answers.length) {
            this.tell(`No board: ${reason || "unknown"}.`);
            return;
          }
          this.tell(
            `${this.answers[0].words}\n${exhausted ? "No board is better." : `Ended: ${reason}.`}`,
          );
          this.#place();
        },
        error: this.#error,
      },
    );
  }

  async #explain(turn) {
    const { Explanation } = await import("./explain.js");
    if (turn !== this.#turn) return;
    const shown = (this.explanation ??= new Explanation(this.preview, () => this.close()));
    shown.begin();
    this.jobs.run(
      "explain",
      this.board().asked,
      {},
      {
        known: (data) => shown.know(data),
        places: (data) => shown.name(data),
        step: (data) => shown.add(data),
        result: (data) => shown.finish(data),
        end: (data) => shown.end(data),
        error: (data) => {
          shown.end({ reason: "an error" });
          this.#error(data);
        },
      },
    );
  }

  #solve(limit) {
    const known = this.answers.length;
    const keep = fromHere();
    const asked = this.board().asked;
    if (!keep) asked.partial = { atoms: [], not: [] };
    const options = { limit, after: known };
    if (keep) options.from_here = true;
    this.jobs.run("solve", asked, options, {
      answer: (data) => {
        this.answers.push(data);
        if (this.answers.length === known + 1) this.#show(known);
        else if (this.#eager) this.#show(this.#at + 1);
        else this.#place();
      },
      end: ({ reason, exhausted }) => {
        this.#more = !exhausted;
        if (this.answers.length) this.#place();
        else if (exhausted)
          this.tell(keep ? "No answer has what you have laid." : "There is no answer.");
        else this.tell(`No answer so far: ${reason || "unknown"}.`);
      },
      error: this.#error,
    });
  }

  /** Several pictures of a result, one after the other. */
  #showPictures(svgs) {
    this.answers = svgs.map((svg) => ({ svg, atoms: null }));
    this.#noun = "Picture";
    this.#show(0);
  }

  #next() {
    if (this.#at + 1 < this.answers.length) this.#show(this.#at + 1);
    else if (this.jobs.running) this.#eager = true;
    else if (this.#more) {
      this.#solve(Math.min(MOST - this.answers.length, 5 * this.answers.length));
    }
  }

  #show(number) {
    this.#eager = false;
    this.#at = Math.max(0, Math.min(number, this.answers.length - 1));
    document.getElementById("answers").hidden = false;
    this.preview(
      this.answers[this.#at].svg,
      `${this.#noun} ${this.#at + 1}`,
      false,
      this.answers[this.#at].solid,
    );
    this.#place();
  }

  #place() {
    const known = this.answers.length;
    const pictures = this.#noun === "Picture";
    const all = pictures ? "" : this.jobs.running ? "so far" : this.#more ? "and more" : "in all";
    const best = this.jobs.running ? "Best board so far" : "Best board found";
    const place =
      this.#noun === "Board" ? best : `${this.#noun} ${this.#at + 1} of ${known} ${all}`;
    document.getElementById("answer-place").textContent = place;
    button("answer-back").disabled = this.#at === 0;
    const last = this.#at + 1 >= known;
    button("answer-next").disabled = last && (!this.#more || known >= MOST);
  }
}

/**
 * What a result says, line by line.
 * @param {{sentences?: string[], text?: string}} data
 */
export function wordsOf(data) {
  return data.sentences?.join("\n") ?? data.text ?? "";
}

function fromHere() {
  return /** @type {HTMLInputElement} */ (document.getElementById("from-here")).checked;
}

function classesWanted() {
  const box = /** @type {HTMLInputElement} */ (document.getElementById("classes"));
  return box.checked && !box.parentElement.hidden;
}

/** @param {string} id @returns {HTMLButtonElement} */
function button(id) {
  return /** @type {HTMLButtonElement} */ (document.getElementById(id));
}
