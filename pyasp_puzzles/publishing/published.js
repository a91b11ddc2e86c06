// The judge of a page without a server: boards, derivations and digests of answers stand in files
// beside it.

import { ApiError, setJudge } from "./judge.js";
import { fromFragment, shortName } from "./store.js";

const KINDS = ["check", "hint", "explain", "program", "look"];
/** Signs of a digest. */
const SIGNS = 5;

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
      script.addEventListener("load", done);
      script.addEventListener("error", () =>
        fail(new ApiError(`The file ${name}.js is missing.`, 404)),
      );
    });
    document.head.append(script);
    files.set(
      name,
      come.then(async () => JSON.parse((await fromFragment(`#/?z=${words.get(name)}`)).text)),
    );
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
  #started = 0;
  #jobs = new Map();

  can(kind) {
    return KINDS.includes(kind);
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

  /** Pictures of the first board of each puzzle. */
  async pictures() {
    const first = ({ name, instances: [{ picture }] }) => [name, picture];
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
    const number = new Map(ruled.possible.map((atom, at) => [atom, at]));
    for (const atom of atoms) {
      for (const others of ruled.apart.filter((each) => each.includes(number.get(atom)))) {
        for (const other of others)
          if (ruled.possible[other] !== atom) out.add(ruled.possible[other]);
      }
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

  async start(body) {
    const name = String(++this.#started);
    this.#jobs.set(name, { ...body, file: await this.#of(body) });
    return name;
  }

  listen(id, hear) {
    const { kind, file, partial, options } = this.#jobs.get(id);
    let heard = true;
    const tell = (name, data) => heard && hear(name, data);
    const ways = { check: tellCheck, hint: tellHint, explain: tellSteps };
    setTimeout(() => {
      ways[kind](file, partial, options, tell);
      tell("end", { reason: "", exhausted: true });
    });
    return () => (heard = false);
  }

  async stop(id) {
    this.#jobs.delete(id);
  }
}

/** What this page cannot say of a board that has many answers; else empty. */
function unjudged({ digests, wholes, fills }) {
  if (digests.length || wholes.length || fills) return "";
  return "It has too many answers for this page, which cannot tell when it is done.";
}

/**
 * What lies on a board, by the digests of its answers. `right`: some answer has all of it; `whole`:
 * and
 * no more; `wrong`: what the answer that fits best has not. Of many answers only whole ones are
 * known.
 */
function judged({ board, digests, wholes, fills }, { atoms, not }) {
  const named = (each) => shortName(`${board.text}\n${each}`).slice(-SIGNS);
  const all = [...atoms].sort().join(" ");
  const filled = fills ? atoms.length === fills : wholes.includes(named(all));
  let best = { right: !digests.length, whole: filled, wrong: [] };
  let least = Infinity;
  for (const own of digests.map((each) => new Set(each))) {
    const wrong = [
      ...atoms.filter((each) => !own.has(named(each))),
      ...not.filter((each) => own.has(named(each))),
    ];
    if (wrong.length >= least) continue;
    least = wrong.length;
    best = { right: !least, whole: !least && atoms.length === own.size, wrong };
  }
  return best;
}

/** Why nothing can be said of what lies on the board; else empty. */
function fault(file, partial) {
  const { right, wrong } = judged(file, partial);
  if (right) return "";
  const number = wrong.length === 1 ? "1 mark is" : `${wrong.length} marks are`;
  const answer = file.digests.length > 1 ? "the answer that fits best does" : "the answer does";
  return `${number} wrong: ${answer} not have all of this.`;
}

function tellCheck(file, partial, _options, tell) {
  const wrong = fault(file, partial);
  const few = file.digests.length > 0;
  const open = few
    ? "Right so far."
    : "This board has many answers: this page judges the finished board only.";
  const right = judged(file, partial).whole ? "The whole board is right." : unjudged(file) || open;
  tell("result", {
    status: wrong ? "wrong" : "right",
    sentences: [wrong || right],
    wrong: judged(file, partial).wrong,
  });
}

/**
 * The first step that is not on the board and was not told, of those that lead to something to lay.
 */
function nextStep({ steps }, partial, told) {
  const lies = new Set([...partial.atoms, ...partial.not.map((atom) => `not ${atom}`), ...told]);
  const missing = ([atom, holds]) => !lies.has(holds ? atom : `not ${atom}`);
  const needed = new Set();
  let found = null;
  for (const step of [...steps].reverse()) {
    const open = step.follows.filter(missing);
    if (!open.some(([, holds]) => holds) && !(open.length && needed.has(step.step))) continue;
    found = step;
    for (const each of step.uses) needed.add(each);
  }
  return found;
}

function tellHint(file, partial, { degree = "clues", told = { atoms: [], not: [] } }, tell) {
  const wrong = fault(file, partial);
  const step = wrong
    ? null
    : nextStep(
        file,
        partial,
        told.not.map((atom) => `not ${atom}`),
      );
  if (!step) {
    const done = judged(file, partial).whole
      ? "The answer is right, and nothing is missing."
      : file.ending.join(" ");
    const cells = judged(file, partial).wrong;
    tell("result", {
      status: wrong ? "wrong" : "complete",
      degree,
      sentences: [wrong || done],
      wrong: cells,
    });
    return;
  }
  const sentences = { vague: step.look, clues: step.clues, full: step.whole ?? step.sentences }[
    degree
  ];
  const not = step.follows.filter(([, holds]) => !holds).map(([atom]) => atom);
  const full =
    degree === "full"
      ? { ...drawn(file, step.step), told: { atoms: [], not: [...told.not, ...not] } }
      : {};
  const { technique, lines } = degree === "vague" ? { lines: [] } : step;
  tell("result", { status: "step", degree, sentences, technique, lines, ...full });
}

function tellSteps(file, _partial, _options, tell) {
  const { known, places, steps, status, ending } = file;
  if (known.length) tell("known", { sentences: known, next: "" });
  if (places.length) tell("places", { sentences: places });
  for (const step of steps) tell("step", { ...step, ...drawn(file, step.step) });
  tell("result", { status, sentences: ending });
}

/**
 * The picture of a step: each is kept by what differs from the one before.
 * @param {number} number
 */
function drawn({ steps, board }, number) {
  let { svg } = board;
  for (const { picture } of steps.slice(0, number)) {
    const parts = svg.match(/[^>M]*[>M]|[^>M]+$/g);
    svg = picture
      .map((each) => (typeof each === "string" ? each : parts.slice(...each).join("")))
      .join("");
  }
  return { svg, solid: steps[number - 1].solid };
}

/** Opens the sheets in a tab of their own, as a page that the browser prints. */
document.getElementById("sheets-button")?.addEventListener("click", async () => {
  const pages = URL.createObjectURL(new Blob([await read("sheets")], { type: "text/html" }));
  window.open(pages);
});

setJudge(/** @type {any} */ (new PublishedJudge()));
import("./main.js");
