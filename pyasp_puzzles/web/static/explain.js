// An explanation step by step, each with its picture and the clues that it uses.

/** The steps of an explanation with back and forward. */
export class Explanation {
  #steps = [];
  #at = 0;
  #ending = "";
  #known = [];

  /**
   * @param {(svg: string | null, label: string) => void} preview
   * @param {() => void} close called by the button that ends it
   */
  constructor(preview, close) {
    this.preview = preview;
    this.panel = document.getElementById("explain");
    this.slider = /** @type {HTMLInputElement} */ (document.getElementById("step-slider"));
    this.back = /** @type {HTMLButtonElement} */ (document.getElementById("step-back"));
    this.next = /** @type {HTMLButtonElement} */ (document.getElementById("step-next"));
    this.back.addEventListener("click", () => this.#show(this.#at - 1));
    this.next.addEventListener("click", () => this.#show(this.#at + 1));
    this.slider.addEventListener("input", () => this.#show(Number(this.slider.value) - 1));
    document.getElementById("step-close").addEventListener("click", () => {
      close();
      document.getElementById("title").focus();
    });
  }

  begin() {
    this.#steps = [];
    this.#at = 0;
    this.#ending = "";
    this.#known = [];
    this.panel.hidden = false;
    this.name({ sentences: [] });
    document.getElementById("step").textContent = "Searching for answers.";
    this.#buttons();
  }

  /**
   * Says what is known while the steps are searched.
   * @param {{sentences: string[], next: string, svg?: string, solid?: object}} data
   */
  know({ sentences, next, svg, solid }) {
    if (this.#steps.length) return;
    this.#known = sentences.map(capital);
    this.#tell(next);
    if (svg) this.preview(svg, "Board with what every answer has", false, solid);
  }

  close() {
    this.panel.hidden = true;
    mark(null);
  }

  /** Tells which cells the names in the sentences mean. @param {{sentences: string[]}} data */
  name({ sentences }) {
    const names = document.getElementById("step-names");
    names.hidden = !sentences.length;
    names.querySelector("div").replaceChildren(...sentences.map(paragraph));
  }

  /** @param {object} data a step as `explain --json` has it, with `svg` */
  add(data) {
    this.#steps.push(data);
    if (this.#steps.length === 1) this.#show(0);
    else this.#buttons();
  }

  /** @param {object} data the result of the job */
  finish(data) {
    this.#ending = data.sentences?.join("\n") ?? data.status ?? "";
    if (this.#steps.length) this.#show(this.#at);
    else document.getElementById("step").textContent = this.#ending || "There are no steps.";
  }

  /** @param {{reason: string}} data */
  end({ reason }) {
    if (this.#ending) return;
    this.#ending = `Ended: ${reason || "unknown"}.`;
    if (!this.#steps.length) this.#tell(this.#ending);
    else if (!this.panel.hidden) this.#show(this.#at);
  }

  /** What is known without a step, and a further sentence. */
  #tell(words) {
    document.getElementById("step").replaceChildren(...[...this.#known, words].map(paragraph));
  }

  #show(number) {
    this.#at = Math.max(0, Math.min(number, this.#steps.length - 1));
    const step = this.#steps[this.#at];
    const last = this.#at + 1 === this.#steps.length;
    document.getElementById("step").replaceChildren(...describe(step, last ? this.#ending : ""));
    if (step.svg) this.preview(step.svg, `Board at step ${this.#at + 1}`, false, step.solid);
    mark(step.lines ?? null);
    this.#buttons();
  }

  #buttons() {
    const last = Math.max(1, this.#steps.length);
    this.slider.max = String(last);
    this.slider.value = String(this.#at + 1);
    this.slider.setAttribute("aria-valuetext", `step ${this.#at + 1} of ${last}`);
    this.back.disabled = this.#at === 0;
    this.next.disabled = this.#at + 1 >= this.#steps.length;
  }
}

/** Tells the program's panel which lines a step comes from. */
function mark(lines) {
  document.dispatchEvent(new CustomEvent("program-lines", { detail: lines ?? [] }));
}

function describe(step, ending) {
  const head = paragraph(`Step ${step.step}`);
  head.className = "step-number";
  const words = step.sentences.map((text, place) => unfolding(text, step.whole?.[place] ?? text));
  if (step.note) words.push(Object.assign(paragraph(step.note), { className: "quiet" }));
  if (ending) words.push(paragraph(ending));
  return [head, ...words];
}

/** A sentence with a capital letter and a full stop. */
function capital(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** A paragraph whose "6 more clues" is a button that shows all of them. */
function unfolding(text, whole) {
  const [more] = text.match(/\d+ more (clues|like these)/) ?? [];
  const made = paragraph(text);
  if (whole === text || !more) return made;
  const [before, ...after] = text.split(more);
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: more,
  });
  button.className = "more";
  button.addEventListener("click", () => {
    made.textContent = whole;
    made.tabIndex = -1;
    made.focus();
  });
  made.replaceChildren(before, button, after.join(more));
  return made;
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}
