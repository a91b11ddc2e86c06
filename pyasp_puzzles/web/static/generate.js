// The forms for new boards: the generator's parameters, a seed and a difficulty; or the size of an
// empty one.

import { judge } from "./judge.js";

/** Opens the form and makes boards. */
export class Maker {
  /**
   * @param {import("./jobs.js").Jobs} jobs
   * @param {(puzzle: string, text: string) => void} play opens the new board
   * @param {(text: string) => void} tell
   * @param {(text: string) => void} fail
   */
  constructor(jobs, play, tell, fail) {
    Object.assign(this, { jobs, play, tell, fail });
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("generate"));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById("generate-form"));
    this.form.addEventListener("submit", (event) => {
      if (/** @type {HTMLButtonElement} */ (event.submitter)?.value === "make") this.#make();
    });
  }

  /** @param {{name: string, title: string, generator: object[], grades: string[]}} puzzle */
  open(puzzle) {
    if (this.puzzle?.name !== puzzle.name) {
      this.puzzle = puzzle;
      document.getElementById("generate-title").textContent = `Generate: ${puzzle.title}`;
      const most = 2 ** 31 - 1;
      const seed = field("seed", "Seed", "the same seed makes the same board", number(0, most));
      const { grades } = puzzle;
      const input = grades.length ? choice(["", ...grades], "") : text("any, or such as 2 or 3..5");
      const about = grades.length ? "as Rate grades it" : "points of the hardest step";
      const difficulty = field("difficulty", "Difficulty", about, input);
      const own = puzzle.generator.map((each) => {
        return field(`own:${each.name}`, each.name, each.about, control(each));
      });
      document.getElementById("generate-fields").replaceChildren(seed, difficulty, ...own);
    }
    const seed = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("seed"));
    seed.value = String(Math.floor(Math.random() * 1000000));
    this.dialog.showModal();
  }

  #make() {
    const values = new FormData(this.form);
    const options = { seed: Number(values.get("seed")), parameters: {} };
    if (values.get("difficulty")) options.difficulty = values.get("difficulty");
    for (const { name, default: usual } of this.puzzle.generator) {
      const value = values.get(`own:${name}`);
      if (typeof usual === "boolean") {
        if ((value === "on") !== usual) options.parameters[name] = value === "on";
      } else if (value !== "" && value !== String(usual)) {
        options.parameters[name] = typeof usual === "number" ? Number(value) : value;
      }
    }
    let made = false;
    this.jobs.run("generate", { puzzle: this.puzzle.name }, options, {
      result: (data) => {
        made = true;
        this.play(this.puzzle.name, data.text, `A new board, seed ${options.seed}.`);
      },
      end: ({ reason }) => {
        const what = made ? "Not as wanted" : "No board";
        if (!made || reason) this.tell(`${what}: ${reason || "unknown"}.`);
      },
      error: ({ error }) => this.fail(error),
    });
  }
}

/** The form for an empty board, which is then drawn in the editor. */
export class Blank {
  /** @param {(puzzle: string, text: string) => Promise<void>} edit opens the new board in the editor */
  constructor(edit) {
    this.edit = edit;
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("blank"));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById("blank-form"));
    this.error = document.getElementById("blank-error");
    const { puzzle, cancel } = this.form.elements;
    puzzle.addEventListener("change", () => this.#fit());
    cancel.addEventListener("click", () => this.dialog.close());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault(); // the dialog stays until there is a board
      this.#make();
    });
  }

  /** @param {object[]} puzzles @param {string} [name] of the puzzle that is chosen */
  open(puzzles, name) {
    this.puzzles = puzzles.filter((each) => each.empty);
    const { puzzle } = this.form.elements;
    const chosen = name || puzzle.value;
    const options = this.puzzles.map((each) => {
      return new Option(each.title, each.name, false, each.name === chosen);
    });
    puzzle.replaceChildren(...options);
    this.#fit();
    this.dialog.showModal();
  }

  /** Asks for columns only where they may differ from the rows. */
  #fit() {
    const { puzzle, rows, columns } = this.form.elements;
    const { most, square } = this.puzzles.find((each) => each.name === puzzle.value).empty;
    for (const side of [rows, columns]) side.max = most;
    columns.disabled = square;
    columns.parentElement.hidden = square;
    document.getElementById("blank-rows").textContent = square ? "Rows and columns" : "Rows";
    this.error.textContent = "";
  }

  async #make() {
    const { puzzle, rows, columns } = this.form.elements;
    const instance = `empty?size=${rows.value}x${columns.disabled ? rows.value : columns.value}`;
    this.error.textContent = "";
    try {
      const { text } = await judge.edit({ puzzle: puzzle.value, instance });
      this.dialog.close();
      await this.edit(puzzle.value, text);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}

function field(name, title, about, control) {
  const label = document.createElement("label");
  label.className = "field";
  const head = document.createElement("span");
  head.textContent = title.replaceAll("_", " ");
  const help = document.createElement("small");
  help.textContent = about;
  control.name = name;
  label.append(head, control, help);
  return label;
}

function control({ default: usual, least, most, choices, metavar }) {
  if (choices?.length) return choice(choices, String(usual));
  if (typeof usual === "boolean") {
    return Object.assign(document.createElement("input"), { type: "checkbox", checked: usual });
  }
  const made = typeof usual === "number" ? number(least, most) : document.createElement("input");
  made.value = String(usual);
  if (metavar) made.placeholder = metavar;
  return made;
}

function text(placeholder) {
  return Object.assign(document.createElement("input"), { placeholder });
}

function number(least, most) {
  const made = document.createElement("input");
  return Object.assign(made, { type: "number", min: least, max: most, step: 1, required: true });
}

function choice(values, chosen) {
  const made = document.createElement("select");
  for (const value of values) made.add(new Option(value || "any", value, false, value === chosen));
  return made;
}
