// The form for a new board: one that the generator makes, or an empty one of some size.

import { at, capital, click, make } from "./dom.js";
import { judge } from "./judge.js";

const MOST_SEED = 2 ** 31 - 1;
const USUAL_SIDE = 9;

/** A dialog whose fields are those of what is made. */
export class NewBoard {
  /** The fields of each generator, with what was typed. @type {Map<string, any[]>} */
  #fields = new Map();
  /** Makes the board; fails with an Error that the form shows. */
  #made = async (_values) => {};

  /**
   * @param {import("./jobs.js").Jobs} jobs
   * @param {{play: (puzzle: string, text: string, words: string) => void,
   *   edit: (puzzle: string, text: string) => Promise<void>, tell: (text: string) => void,
   *   fail: (text: string) => void}} page opens boards, in play or in the editor; says something
   */
  constructor(jobs, page) {
    Object.assign(this, { jobs, page });
    this.dialog = at("new");
    click("new-cancel", () => this.dialog.close());
    at("new-form").addEventListener("submit", async (event) => {
      event.preventDefault(); // the dialog stays until there is a board
      at("new-error").textContent = "";
      try {
        await this.#made(new FormData(at("new-form")));
        this.dialog.close();
      } catch (error) {
        at("new-error").textContent = error.message;
      }
    });
  }

  #open(title, verb, fields, made) {
    at("new-title").textContent = title;
    at("new-make").textContent = verb;
    at("new-error").textContent = "";
    at("new-fields").replaceChildren(...fields);
    this.#made = made;
    this.dialog.showModal();
  }

  /** @param {{name: string, title: string, generator: object[], grades: string[]}} puzzle */
  generate(puzzle) {
    const { name, title, generator, grades } = puzzle;
    const free = "any, or such as 2 or 3..5";
    if (!this.#fields.has(name)) {
      const seed = { name: "seed", default: 0, least: 0, most: MOST_SEED };
      const graded = { name: "difficulty", default: "", metavar: free, choices: grades };
      const points = grades.length ? "as Rate grades it" : "points of the hardest step";
      this.#fields.set(name, [
        field({ ...seed, about: "the same seed makes the same board" }),
        field({ ...graded, about: points }),
        ...generator.map((each) => field({ ...each, name: `own:${each.name}` })),
      ]);
    }
    const fields = this.#fields.get(name);
    fields[0].control.value = String(Math.floor(Math.random() * 1_000_000));
    this.#open(`Generate: ${title}`, "Generate", fields, async (values) => {
      this.#generate(puzzle, values);
    });
  }

  #generate({ name: puzzle, generator }, values) {
    const options = { seed: Number(values.get("seed")), parameters: {} };
    if (values.get("difficulty")) options.difficulty = values.get("difficulty");
    for (const { name, default: usual } of generator) {
      const typed = values.get(`own:${name}`);
      const kinds = { boolean: () => typed === "on", number: Number, string: String };
      const value = kinds[typeof usual](typed);
      if (typed !== "" && value !== usual) options.parameters[name] = value;
    }
    const { play, tell, fail } = this.page;
    let made = "No board";
    this.jobs.run("generate", { puzzle }, options, {
      result: ({ text }) => {
        made = "Not as wanted";
        play(puzzle, text, `A new board, seed ${options.seed}.`);
      },
      end: ({ reason }) => {
        if (reason || made === "No board") tell(`${made}: ${reason || "unknown"}.`);
      },
      error: ({ error }) => fail(error),
    });
  }

  /** @param {object[]} puzzles @param {string} [chosen] name of the puzzle that is chosen */
  empty(puzzles, chosen) {
    const able = puzzles.filter((each) => each.empty);
    const side = { default: USUAL_SIDE, least: 1, about: "" };
    const [puzzle, rows, columns] = [
      field({ name: "puzzle", about: "", choices: able.map(({ name }) => name) }),
      field({ ...side, name: "rows" }),
      field({ ...side, name: "columns" }),
    ];
    able.forEach(({ title }, number) => (puzzle.control.options[number].text = title));
    if (chosen) puzzle.control.value = chosen;
    /** Asks for columns only where they may differ from the rows. */
    const fit = () => {
      const { most, square } = able.find(({ name }) => name === puzzle.control.value).empty;
      for (const { control } of [rows, columns]) control.max = most;
      columns.control.disabled = columns.hidden = square;
      rows.firstElementChild.textContent = square ? "Rows and columns" : "Rows";
      at("new-error").textContent = "";
    };
    puzzle.control.addEventListener("change", fit);
    this.#open("Draw an empty board", "Draw", [puzzle, rows, columns], async (values) => {
      const name = values.get("puzzle");
      const size = `${values.get("rows")}x${values.get("columns") ?? values.get("rows")}`;
      const { text } = await judge.edit({ puzzle: name, instance: `empty?size=${size}` });
      this.dialog.close();
      await this.page.edit(name, text);
    });
    fit();
  }
}

/** A label with its control. @param {object} about a parameter, as the generator has it */
function field(about) {
  const title = about.name.replace(/^own:/, "").replaceAll("_", " ");
  const made = control(about);
  made.name = about.name;
  const [head, help] = [make("span", {}, capital(title)), make("small", {}, about.about)];
  return make("label", { className: "field" }, head, made, help);
}

function control({ default: usual, least, most, choices, metavar: placeholder = "" }) {
  if (choices?.length) {
    const own = usual === "" ? ["", ...choices] : choices;
    const made = make("select", {}, ...own.map((value) => new Option(value || "any", value)));
    if (usual !== undefined) made.value = String(usual);
    return made;
  }
  if (typeof usual === "boolean") return make("input", { type: "checkbox", checked: usual });
  const value = String(usual);
  if (typeof usual !== "number") return make("input", { value, placeholder });
  const bounds = { min: least, max: most, step: 1, required: true };
  return make("input", { type: "number", value, ...bounds });
}
