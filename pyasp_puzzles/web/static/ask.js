// Check, hint, explain, solve, unique, count, rate: questions about the board.

import { at, button, capital, click, make, paragraphs } from "./dom.js";
import { Series } from "./series.js";

/** What a hint says when it is asked once, twice, three times; and its button then. */
const DEGREES = ["vague", "clues", "full"];
const NEXT = ["Hint", "Hint: rule", "Hint: step"];
/** Answers that are searched at first, and in all. */
const FEW_ANSWERS = 10;
const MOST_ANSWERS = 1000;

/** Asks the judge and shows what it says. */
export class Questions {
  #turn = 0;
  /** How often a hint was asked since the last change. */
  #degree = 0;
  /** What hints have told that nobody can lay; forgotten when the board loses something. */
  #told = null;
  #before = new Set();

  /**
   * @param {import("./game.js").Game} game
   * @param {() => {asked: object, settled: Promise<any>}} board what a request has to say of the
   *   board that is played or edited, and when changes that are on their way have come
   * @param {import("./jobs.js").Jobs} jobs
   * @param {(svg: string | null, label: string) => void} preview shows a picture in place of the
   *   board; null: the board again
   * @param {(text: string) => void} fail shows an error
   */
  constructor(game, board, jobs, preview, fail) {
    Object.assign(this, { game, board, jobs, preview, fail });
    this.series = new Series(preview, () => this.close());
    click("asks", ({ target }) => {
      const { ask } = target.closest("button")?.dataset ?? {};
      if (ask) this.ask(ask);
    });
    click("hint", () => this.hint());
    game.addEventListener("open", () => (this.#told = null));
    game.addEventListener("change", () => this.#forget());
  }

  /** Where to look; asked again, which clues to use; asked once more, what follows. */
  hint() {
    const degree = DEGREES[this.#degree];
    this.#offer(Math.min(this.#degree + 1, DEGREES.length - 1));
    if (degree === DEGREES[0]) this.game.hints += 1; // all degrees of a step are one hint
    this.ask("hint", degree);
  }

  /** Names the hint that comes next. */
  #offer(degree) {
    this.#degree = degree;
    at("hint").textContent = NEXT[degree];
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

  /** The atoms of the answer on show; null: none is. */
  get shown() {
    return this.series.page?.atoms ?? null;
  }

  /** @param {string} kind @param {string} [degree] of a hint */
  async ask(kind, degree) {
    const turn = ++this.#turn;
    this.close();
    await this.board().settled;
    if (turn !== this.#turn) return; // the last question wins
    this.close();
    this.tell("");
    if (kind === "solve") this.#solve();
    else if (kind === "explain") this.#explain();
    else if (kind === "count" && classesWanted()) this.#run(kind, { symmetry: true });
    else if (kind === "hint") this.#run(kind, { degree, ...(this.#told && { told: this.#told }) });
    else this.#run(kind, {});
  }

  /** Ends the search, shows the player's board again, and puts answers and steps away. */
  close() {
    this.jobs.stop();
    this.series.close();
    this.preview(null, "");
  }

  /** Says something in the box for results. @param {string} text lines; empty: none */
  tell(text) {
    at("result").replaceChildren(...paragraphs(text));
  }

  #error = ({ error }) => this.fail(error);

  #run(kind, options) {
    let found = ""; // so far
    let told = false;
    const own = kind === "check" || kind === "hint"; // these pictures are the player's board
    const show = (data, text) => {
      this.tell(text);
      if (data.svg) this.preview(data.svg, `Board. ${text.split("\n")[0]}`, own, data.solid);
      else if (data.wrong) this.preview(null, "", true, [], data.wrong);
      for (const hit of document.querySelectorAll("#board .hit"))
        hit.classList.toggle("marked", data.cells?.includes(hit.dataset.cell) ?? false);
    };
    this.jobs.run(kind, this.board().asked, options, {
      progress: ({ text }) => (found = text || found),
      known: (data) => {
        found = wordsOf(data);
        show(data, `${found}\n${data.next}`);
      },
      result: (data) => {
        told = true;
        this.#told = data.told ?? this.#told;
        show(data, wordsOf(data));
        if (data.technique)
          at("result").append(make("p", { className: "quiet" }, `Technique: ${data.technique}`));
        document.dispatchEvent(new CustomEvent("program-lines", { detail: data.lines ?? [] }));
        if (data.svgs?.length) this.#showPictures(data.svgs);
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
    if (degree === DEGREES[0]) this.game.hints -= 1;
    this.#offer(DEGREES.indexOf(degree));
  }

  /** The pictures of a result. */
  #showPictures(svgs) {
    this.series.begin("Pictures", (number, count) => `Picture ${number} of ${count}`);
    for (const svg of svgs) this.series.add({ svg, label: "Picture" });
  }

  #explain() {
    const { series } = this;
    let known = [];
    let ending = "";
    const finish = (words) => {
      ending = words;
      if (series.pages.length) series.showPlace();
      else series.wait(...known, words);
    };
    series.begin("Step by step", (number, count) => (number === count ? ending : ""));
    series.wait("Searching for answers.");
    this.jobs.run("explain", this.board().asked, {}, {
      known: ({ sentences, next, svg, solid }) => {
        if (series.pages.length) return;
        known = sentences.map((each) => `${capital(each)}.`);
        series.wait(...known, next);
        if (svg) this.preview(svg, "Board with what every answer has", false, solid);
      },
      places: ({ sentences }) => series.name(sentences),
      step: (step) => series.add({ ...step, label: "Board at step", words: describe(step) }),
      result: (data) => {
        known = [];
        finish(wordsOf(data) || data.status || "There are no steps.");
      },
      end: ({ reason }) => ending || finish(`Ended: ${reason || "unknown"}.`),
      error: (data) => {
        finish("Ended: an error.");
        this.#error(data);
      },
    });
  }

  /** Searches answers, and further ones when they are asked for. */
  #solve() {
    const { series } = this;
    const keep = at("from-here").checked;
    const asked = { ...this.board().asked };
    if (!keep) asked.partial = { atoms: [], not: [] };
    let all = "so far";
    const search = (limit) => {
      const options = { limit, after: series.pages.length, ...(keep && { from_here: true }) };
      all = "so far";
      series.search = () => {}; // it goes on
      this.jobs.run("solve", asked, options, {
        answer: ({ svg, solid, atoms }) => series.add({ svg, solid, atoms, label: "Answer" }),
        end: ({ reason, exhausted }) => {
          const count = series.pages.length;
          const rest = exhausted ? 0 : Math.min(MOST_ANSWERS - count, 5 * count);
          all = exhausted ? "in all" : "and more";
          series.search = rest ? () => search(rest) : null;
          if (count) series.showPlace();
          else if (!exhausted) this.tell(`No answer so far: ${reason || "unknown"}.`);
          else this.tell(keep ? "No answer has what you have laid." : "There is no answer.");
        },
        error: this.#error,
      });
    };
    series.begin("Answers", (number, count) => `Answer ${number} of ${count} ${all}`);
    search(FEW_ANSWERS);
  }
}

/**
 * What a result says, line by line.
 * @param {{sentences?: string[], text?: string}} data
 */
function wordsOf(data) {
  return data.sentences?.join("\n") ?? data.text ?? "";
}

function classesWanted() {
  return at("classes").checked && !at("classes-part").hidden;
}

/** The sentences of a step. @param {object} step as `explain --json` has it */
export function describe({ step, sentences, whole, note }) {
  return [
    make("p", { className: "step-number" }, `Step ${step}`),
    ...sentences.map((text, place) => unfolding(text, whole?.[place] ?? text)),
    ...(note ? [make("p", { className: "quiet" }, note)] : []),
  ];
}

/** A paragraph whose "6 more clues" is a button that shows all of them. */
function unfolding(text, whole) {
  const [more] = text.match(/\d+ more (clues|like these)/) ?? [];
  if (whole === text || !more) return make("p", {}, text);
  const [before, ...after] = text.split(more);
  const unfold = () => {
    made.textContent = whole;
    made.tabIndex = -1;
    made.focus();
  };
  const opener = button(more, unfold, { className: "more" });
  const made = make("p", {}, before, opener, after.join(more));
  return made;
}
