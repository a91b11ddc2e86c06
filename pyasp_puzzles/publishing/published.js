// The judge of a page without a server: boards, derivations and digests of answers stand in files
// beside it.

import { ApiError, setJudge } from "./judge.js";
import { fromFragment, shortName } from "./store.js";

/** Signs of the digest of a placement, and of a whole answer. */
const [SIGNS, WHOLE] = [5, 7];

/**
 * Values of files that have come or are on their way, by their names.
 * @type {Map<string, Promise<any>>}
 */
const files = new Map();
const words = new Map();
/** A file calls it with its name and its value, compressed as the board in an address. */
globalThis.published = (name, word) => words.set(name, word);

/**
 * The value of a file. It is a script, as browsers let no page read another file of a folder.
 * @param {string} name without its ending
 */
function read(name) {
  if (!files.has(name)) {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    const come = new Promise((done, fail) => {
      const missing = new ApiError(`The file ${name}.js is missing.`, 404);
      script.addEventListener("load", done);
      script.addEventListener("error", () => fail(missing));
    });
    document.head.append(script);
    const value = async () => JSON.parse((await fromFragment(`#/?z=${words.get(name)}`)).text);
    files.set(name, come.then(value));
  }
  return files.get(name);
}

/**
 * Judges boards by what is published of them; has the methods of `ServerJudge` that a player needs.
 */
class PublishedJudge {
  home = location.pathname;
  #pictures = new Map();
  /** The published boards by name and by text. */
  #known = new Map();

  can(kind) {
    return kind in TELL || ["program", "look"].includes(kind);
  }

  async list() {
    const puzzles = await read("gallery");
    for (const { name, instances } of puzzles) {
      for (const each of instances) {
        this.#pictures.set(`${name}/${each.name}`, each.picture);
        this.#known.set(`${name}/${each.name}`, each.file).set(`${name}?${each.digest}`, each.file);
      }
    }
    return puzzles;
  }

  /** Pictures of the first board of each puzzle, without their style, which the page has. */
  async pictures() {
    const plain = (svg) => svg.replace(/<(style|title|desc)\b[^]*?<\/\1>/g, "");
    const first = ({ name, instances: [{ picture }] }) => [name, plain(picture)];
    return Object.fromEntries((await this.list()).map(first));
  }

  picture(puzzle, instance) {
    return `data:image/svg+xml,${encodeURIComponent(this.#pictures.get(`${puzzle}/${instance}`))}`;
  }

  async #of({ puzzle, instance, text }) {
    const puzzles = await this.list();
    const first = puzzles.find((each) => each.name === puzzle)?.instances[0].name;
    const name = text ? `${puzzle}?${shortName(text)}` : `${puzzle}/${instance ?? first}`;
    const file = this.#known.get(name);
    if (!file)
      throw new ApiError(text ? "This site does not have the board of the address." : "", 404);
    return read(file);
  }

  async open(which) {
    return (await this.#of(which)).board;
  }

  async hands(which) {
    return (await this.#of(which)).hands;
  }

  /** What was drawn for the moves is right; what is told is whether all of it is. */
  async look(board, partial) {
    const file = await this.#of(board);
    const { whole } = judged(file, partial);
    const standing = whole ? `Solved: ${board.standing}` : `${board.standing} ${unjudged(file)}`;
    return { partial, done: whole, standing, ways: board.ways };
  }

  async move() {
    throw new ApiError("This board can only be looked at without a server.", 0);
  }

  /** What the rules leave of the empty board, without what excludes what lies there. */
  async candidates(board, { atoms, not }) {
    const { ruled } = await this.#of(board);
    if (!ruled) return null;
    const out = new Set(not);
    for (const atom of atoms) {
      const number = ruled.possible.indexOf(atom);
      const apart = ruled.apart.filter((each) => each.includes(number)).flat();
      for (const other of apart) if (other !== number) out.add(ruled.possible[other]);
    }
    return { possible: ruled.possible.filter((atom) => !out.has(atom)), demanded: ruled.demanded };
  }

  async pose(board, tool, pose) {
    const { poses } = await this.#of(board);
    return { svg: poses[tool][pose - 1] };
  }

  program(puzzle) {
    return read(`programs/${puzzle}`);
  }

  /** @returns {Promise<any>} the job itself, which nobody else has to know */
  async start(body) {
    return { ...body, file: await this.#of(body) };
  }

  listen({ kind, file, partial, options }, hear) {
    let heard = true;
    const tell = (name, data) => heard && hear(name, data);
    setTimeout(() => {
      TELL[kind](file, partial, options, tell);
      tell("end", { reason: "", exhausted: true });
    });
    return () => (heard = false);
  }

  async stop() {}
}

/** What is told of each kind of job. */
const TELL = { check: tellCheck, hint: tellHint, explain: tellSteps };

/** What this page cannot say of a board that has many answers; else empty. */
function unjudged({ digests, wholes, fills }) {
  if (digests.length || wholes.length || fills) return "";
  return "It has too many answers for this page, which cannot tell when it is done.";
}

/**
 * What lies on a board, by the digests of its answers. `fault`: why it is wrong, else empty;
 * `whole`: some answer has all of it, and no more; `wrong`: what the answer that fits best has not.
 * Of many answers only whole ones are known.
 */
function judged({ board, digests, wholes, fills }, { atoms, not }) {
  const named = (each, signs = SIGNS) => shortName(`${board.text}\n${each}`).slice(-signs);
  const all = named([...atoms].sort().join(" "), WHOLE);
  const filled = fills ? atoms.length === fills : wholes.includes(all);
  if (!digests.length) return { fault: "", whole: filled, wrong: [] };
  const tried = digests.map((answer) => {
    const own = new Set(answer);
    const missed = atoms.filter((each) => !own.has(named(each)));
    const wrong = [...missed, ...not.filter((each) => own.has(named(each)))];
    return { wrong, whole: !wrong.length && atoms.length === own.size };
  });
  const best = tried.reduce((one, other) => (other.wrong.length < one.wrong.length ? other : one));
  const number = best.wrong.length === 1 ? "1 mark is" : `${best.wrong.length} marks are`;
  const answer = digests.length > 1 ? "the answer that fits best does" : "the answer does";
  const fault = `${number} wrong: ${answer} not have all of this.`;
  return { ...best, fault: best.wrong.length ? fault : "" };
}

function tellCheck(file, partial, _options, tell) {
  const { fault, whole, wrong } = judged(file, partial);
  const open = file.digests.length
    ? "Right so far."
    : "This board has many answers: this page judges the finished board only.";
  const right = whole ? "The whole board is right." : unjudged(file) || open;
  tell("result", { status: fault ? "wrong" : "right", sentences: [fault || right], wrong });
}

/**
 * The first step that is not on the board and was not told, of those that lead to something to lay
 * before a choice.
 */
function nextStep({ steps }, partial, told) {
  const lies = new Set([...partial.atoms, ...partial.not.map((atom) => `not ${atom}`), ...told]);
  const missing = ([atom, holds]) => !lies.has(holds ? atom : `not ${atom}`);
  const needed = new Set();
  let found = null;
  const choice = steps.findIndex(({ technique }) => technique === "choice");
  for (const step of steps.slice(0, choice < 0 ? steps.length : choice).reverse()) {
    const open = step.follows.filter(missing);
    if (!open.some(([, holds]) => holds) && !(open.length && needed.has(step.step))) continue;
    found = step;
    for (const each of step.uses) needed.add(each);
  }
  return found;
}

function tellHint(file, partial, { degree = "clues", told = { atoms: [], not: [] } }, tell) {
  const { fault, whole, wrong } = judged(file, partial);
  const known = told.not.map((atom) => `not ${atom}`);
  const step = fault ? null : nextStep(file, partial, known);
  if (!step) {
    const done = whole ? "The answer is right, and nothing is missing." : file.ending.join(" ");
    tell("result", { sentences: [fault || done], wrong });
    return;
  }
  const named = (place) => step.clues.some((told) => told.includes(place.split(":")[0]));
  const clues = [...step.clues, ...file.places.filter(named)];
  const words = { vague: step.look, clues, full: step.whole ?? step.sentences };
  const not = step.follows.filter(([, holds]) => !holds).map(([atom]) => atom);
  const shown = { ...drawn(file, step.step), told: { atoms: [], not: [...told.not, ...not] } };
  const { technique, lines } = degree === "vague" ? { lines: [] } : step;
  const full = degree === "full" && shown;
  const cells = degree === "vague" && step.cells;
  tell("result", { sentences: words[degree], technique, lines, ...full, ...(cells && { cells }) });
}

function tellSteps(file, _partial, _options, tell) {
  const { known, places, steps, status, ending } = file;
  if (known.length) tell("known", { sentences: known, next: "" });
  if (places.length) tell("places", { sentences: places });
  for (const step of steps) tell("step", { ...step, ...drawn(file, step.step) });
  tell("result", { status, sentences: ending });
}

/** The picture of a step, of pieces of the board's and of further ones. @param {number} number */
function drawn({ board, steps, art }, number) {
  const { picture, solid } = steps[number - 1];
  const all = [...new Set(board.svg.match(/[^>M]*[>M]|[^>M]+$/g)), ...art];
  return { svg: picture.flatMap((pieces) => all.slice(...pieces)).join(""), solid };
}

/** Opens the sheets in a tab of their own, as a page that the browser prints. */
document.getElementById("sheets-button")?.addEventListener("click", async () => {
  const pages = URL.createObjectURL(new Blob([await read("sheets")], { type: "text/html" }));
  window.open(pages);
});

setJudge(/** @type {any} */ (new PublishedJudge()));
import("./main.js");
