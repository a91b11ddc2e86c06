// Pictures one after the other in place of the board: answers, or the steps of an explanation.

import { at, click, paragraphs } from "./dom.js";

/**
 * @typedef {{svg: string, solid?: object[], label: string, words?: Node[], lines?: object[],
 *   atoms?: string[]}} Page `words`: what is said of it; `lines`: of the program, where it is from
 */

/** Shows one page of a series, with back, forward and a slider. */
export class Series {
  /** @type {Page[]} */
  pages = [];
  /** Searches more pages; null: there are no more. @type {(() => void) | null} */
  search = null;
  #number = 0;
  #place = (_number, _count) => "";
  /** Whether the next page is shown as soon as it comes. */
  #eager = true;

  /**
   * @param {(svg: string | null, label: string, playable?: boolean, solid?: object[]) => void}
   *   preview
   * @param {() => void} close called by the button that ends it
   */
  constructor(preview, close) {
    this.preview = preview;
    this.panel = at("series");
    this.slider = at("series-slider");
    click("series-back", () => this.show(this.#number - 1));
    click("series-next", () => this.#next());
    click("series-close", close);
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value) - 1));
  }

  /** The page on show; null: none is. */
  get page() {
    return this.panel.hidden ? null : (this.pages[this.#number] ?? null);
  }

  /**
   * Begins without a page.
   * @param {string} title
   * @param {(number: number, count: number) => string} place says which page it is, as it is now
   */
  begin(title, place) {
    this.#place = place;
    this.pages = [];
    this.search = null;
    this.#number = 0;
    this.#eager = true;
    at("series-title").textContent = title;
    this.name([]);
  }

  /** Says what is known before a page has come. @param {...string} lines */
  wait(...lines) {
    this.panel.hidden = false;
    at("step").replaceChildren(...paragraphs(lines.join("\n")));
    this.showPlace();
  }

  /** Tells which cells the names in sentences mean. @param {string[]} sentences */
  name(sentences) {
    const names = at("step-names");
    names.hidden = !sentences.length;
    names.lastElementChild.replaceChildren(...paragraphs(sentences.join("\n")));
  }

  /** @param {Page} page */
  add(page) {
    this.pages.push(page);
    if (this.#eager) this.show(this.pages.length - 1);
    else this.showPlace();
  }

  /** Shows a page, or the nearest that there is. @param {number} number */
  show(number) {
    this.#eager = false;
    this.panel.hidden = false;
    this.#number = Math.max(0, Math.min(number, this.pages.length - 1));
    const { svg, label, solid, words = [], lines = [] } = this.pages[this.#number];
    if (svg) this.preview(svg, `${label} ${this.#number + 1}`, false, solid);
    at("step").replaceChildren(...words);
    document.dispatchEvent(new CustomEvent("program-lines", { detail: lines }));
    this.showPlace();
  }

  close() {
    const focused = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    this.pages = [];
    document.dispatchEvent(new CustomEvent("program-lines", { detail: [] }));
    if (focused) at("title").focus();
  }

  #next() {
    if (this.#number + 1 < this.pages.length) return this.show(this.#number + 1);
    this.#eager = true;
    this.search();
  }

  /** Which page it is, and where one can go from it. */
  showPlace() {
    const last = Math.max(1, this.pages.length);
    at("series-place").textContent = this.page ? this.#place(this.#number + 1, last) : "";
    this.slider.max = String(last);
    this.slider.value = String(this.#number + 1);
    this.slider.setAttribute("aria-valuetext", `${this.#number + 1} of ${last}`);
    at("series-back").disabled = this.#number === 0;
    at("series-next").disabled = this.#number + 1 >= this.pages.length && !this.search;
  }
}
