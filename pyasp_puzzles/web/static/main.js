// Starts the page: which part is on show, and how the parts work together.

import { Questions } from "./ask.js";
import { AutoCheck } from "./autocheck.js";
import { BoardView } from "./board.js";
import { archive, dailyAddress, dailyOf, dailyText } from "./daily.js";
import { at, click } from "./dom.js";
import { Gallery, knownWords, nameOf, playerWords } from "./gallery.js";
import { Game } from "./game.js";
import { Jobs } from "./jobs.js";
import { judge } from "./judge.js";
import { offer, shareAndKeep } from "./keep.js";
import { handleKeys, togglePencil } from "./keys.js";
import { clock, day, log, statistics, Timekeeper } from "./stats.js";
import { everything, fromFragment, load, restore, save, toFragment } from "./store.js";
import { ToolBox } from "./tools.js";

/** Milliseconds of rest before the page asks for what it may need later. */
const IDLE = 500;
const AWAY =
  " The server does not answer: moves and notes are kept here, and judged when it is back.";
const game = new Game();
const view = new BoardView(game);
const tools = new ToolBox(game, view);
const jobs = new Jobs(true);
const played = () => view.editor ?? game;
const questions = new Questions(game, played, jobs, preview, fail);
const gallery = new Gallery(openText);
const time = new Timekeeper(game, (text) => (at("clock").textContent = text));
/**
 * Edit mode and the form for new boards, once they have come.
 * @type {ReturnType<import("./edit.js").connectEditor> | null}
 */
let more = null;
let coming = null;
/** The view of solids, once some board has one. @type {import("./solid.js").SolidView | null} */
let solid = null;
/** What the solid of the board shows. @type {[object[], string]} */
let turned = [[], ""];
/**
 * The day whose board is open; null: it is no daily one.
 * @type {{puzzle: string, date: string} | null}
 */
let today = null;
/** @type {import("./gallery.js").Listed[]} */
let puzzles = [];
/** Whether a picture of a hint or an answer is on show in place of the board. */
let previewed = false;
/** Whether a board was open before. */
let before = false;
/** Ends when the gallery has its boards. */
let listed = Promise.resolve();

/**
 * A picture in place of the board; null: the board. Marks on the player's board leave it playable.
 * @param {object[]} [blocks] the solid of the picture
 * @param {string[]} [wrong] atoms of the board that are marked as wrong
 */
function preview(svg, label, playable = false, blocks = [], wrong = []) {
  const { board, hands, marks } = game;
  if (!board) return;
  const own = svg === null;
  const live = own || playable;
  at("play").classList.toggle("previewed", !live);
  if (own && view.editor) return view.editor.draw();
  previewed = !own;
  const shown = { live, marks: live ? marks : {}, label: label || `Board: ${shownName(board)}` };
  const full = hands?.complete(board.partial);
  const mistaken = wrong.length ? hands?.covered(board.partial, wrong) : undefined;
  const laid = own ? { full, mistaken, ways: board.ways, art: hands?.art } : {};
  view.show(own ? board.svg : svg, { ...shown, ...laid });
  showSolid(own ? board.solid : blocks, shown.label);
  for (const id of ["undo", "redo", "turn", "take", "pencil", "clear"])
    at(id).disabled = !live;
  if (live) showMoves();
}

/** Gets edit mode and the form for new boards; asks again where they did not come. */
function withMore() {
  const page = {
    change: forgetResult,
    draw,
    leave,
    play: playText,
    edit: editText,
    fail,
    tell: (text) => questions.tell(text),
    derive: () => questions.ask("explain"),
    tools,
  };
  coming ??= import("./edit.js").then(({ connectEditor }) => {
    return (more = connectEditor(game, view, jobs, page));
  });
  return coming.catch((error) => {
    coming = null;
    throw error;
  });
}

/** Does something with parts that come later. */
function later(work) {
  return withMore()
    .then(work)
    .catch(({ message }) => fail(message));
}

/** @param {object[]} blocks @param {string} label */
async function showSolid(blocks, label) {
  turned = [blocks, label];
  try {
    const { SolidView } = solid || !blocks.length ? {} : await import("./solid.js");
    if (SolidView) solid ??= new SolidView(at("solid"));
    solid?.show(...turned);
  } catch (error) {
    fail(error.message);
  }
}

/** The board of the editor. */
function draw(board, words, open) {
  const label = `Edited board: ${board.title}, ${board.size}`;
  showAbout(board);
  view.show(board.svg, { label, words, open });
  showSolid(board.solid, label);
}

/** The editor is closed: the board that is played is back. */
function leave() {
  showAbout();
  forgetResult(); // and draws the board
  tools.redraw();
  game.catchUp();
}

function fail(text) {
  at("error").textContent = text;
}

function showMoves() {
  const { board, offline, penciling } = game;
  at("undo").disabled = !game.canUndo;
  at("redo").disabled = !game.canRedo;
  const turns = board.tools.some((tool) => tool.poses > 1);
  at("turn").hidden = !turns;
  if (turns)
    at("more-moves").prepend(at("pencil")); // six controls are enough in sight
  else at("hint").before(at("pencil"));
  at("pencil").hidden = !board.tools.length;
  at("pencil").setAttribute("aria-pressed", String(penciling));
  at("standing").textContent = board.standing + (offline ? AWAY : "");
}

game.addEventListener("open", () => {
  const { board } = game;
  showPart("play"); // before the picture is drawn, which measures it
  if ((before && !view.editor) || narrow()) showMore(false); // who edits goes on
  before = true;
  jobs.stop();
  view.reset();
  solid?.reset();
  fail("");
  forgetResult();
  more?.editor.close();
  at("said").textContent = "";
  document.title = `${board.title || board.name} · Puzzles`;
  hideDone();
  showAbout();
  at("play").classList.toggle("handless", !board.tools.length);
});

/** What was said was about the board before. */
function forgetResult() {
  questions.close();
  questions.tell("");
}

game.addEventListener("change", () => {
  hideDone();
  if (questions.series.page) questions.close();
  questions.tell(""); // it was about the board before
  preview(null, "");
});
game.addEventListener("look", () => {
  if (view.editor) return;
  showMoves();
  if (!previewed && !game.offline)
    view.whenFree(() => !previewed && !view.editor && preview(null, ""));
  tools.show();
});
game.addEventListener("tool", showMoves);
game.addEventListener("done", showDone);
game.addEventListener("say", ({ detail }) => {
  at("said").textContent = detail.text;
  at("said").classList.toggle("wrong", detail.wrong);
});

function puzzleOf(name) {
  return puzzles.find((each) => each.name === name);
}

function titleOf(name) {
  return puzzleOf(name)?.title ?? name;
}

/** What the list of puzzles says of the board; it may come later than the board. */
function showAbout(board = game.board) {
  if (!board) return;
  const puzzle = puzzleOf(board.puzzle);
  at("title").textContent = shownName(board);
  const by = board.author && `by ${board.author}`;
  const words = [titleOf(board.puzzle), by, board.size, playerWords(board.known)];
  at("about").textContent = words.filter(Boolean).join(" · ");
  at("about").title = knownWords(board.known);
  at("rules").hidden = !puzzle;
  const rules = [puzzle?.about, puzzle?.rules].filter(Boolean).join(" ");
  for (const place of [at("rules").lastElementChild, at("rules-on-paper")])
    place.textContent = rules;
  at("generate-button").hidden = !puzzle?.generator;
  at("classes-part").hidden = !puzzle?.symmetry.length;
}

function shownName(board) {
  return today ? board.title : nameOf(puzzleOf(board.puzzle), board);
}

/** The finished board, the time, the hints, and what comes next. */
function showDone() {
  const { puzzle } = game.board;
  const hints = game.hints === 1 ? "1 hint" : `${game.hints || "no"} hints`;
  const days = statistics().find((each) => each.puzzle === puzzle)?.streak ?? 0;
  const row = days > 1 ? ` Day ${days} in a row with ${titleOf(puzzle)}.` : "";
  at("done-words").textContent = `Time ${clock(time.seconds)}, ${hints}.${row}`;
  const next = nextBoard();
  at("done-next").hidden = !next;
  if (next) {
    at("done-next").href = next.href;
    at("done-next").textContent = `Next: ${next.words} (N)`;
  }
  at("archive").replaceChildren(...(today ? archive(puzzle) : []));
  at("done").hidden = false;
  at("board").classList.add("solved");
}

function hideDone() {
  at("done").hidden = true;
  at("board").classList.remove("solved");
}

/** @returns {{href: string, words: string} | null} null: all others are solved */
function nextBoard() {
  return today ? nextDaily() : gallery.next(game.board.puzzle, game.board.name);
}

/** The board of the same day of the next genre that is not solved. */
function nextDaily() {
  const { puzzle, date } = today;
  const open = ({ name, generator }) => generator && !log()[`${name}/daily/${date}`]?.done;
  const made = puzzles.filter(open);
  const next = made.find(({ name }) => name > puzzle) ?? made[0];
  return next && { href: dailyAddress(next.name, date), words: `${next.title}, ${date}` };
}

/** Opens a text as a board, and puts it into the address. Fails with ApiError. */
async function openText(puzzle, text, label) {
  today = null;
  await game.open({ puzzle, text, ...(label && { label }) });
  history.pushState(null, "", await toFragment(game.board.puzzle, game.board.text));
  at("title").focus();
}

async function playText(puzzle, text, words = "") {
  try {
    await openText(puzzle, text);
    questions.tell(words);
  } catch (error) {
    fail(error.message);
  }
}

/** Opens a text in the editor. */
async function editText(puzzle, text) {
  await openText(puzzle, text);
  showMore(true);
  (await withMore()).editor.open(true);
}

function showPart(name) {
  const play = name === "play";
  at("gallery").hidden = play;
  at("play").hidden = !play;
  document.body.classList.toggle("playing", play);
  const bar = document.querySelector(".bar");
  const { width } = bar.querySelector("h1").getBoundingClientRect();
  document.documentElement.style.setProperty("--home", `${width}px`); // what stands beside it
  (play ? at("more") : bar).append(document.querySelector("nav"));
  at("to-gallery").ariaCurrent = play ? null : "page";
  if (play) return window.scrollTo(0, 0);
  document.title = "Puzzles";
  jobs.stop();
  gallery.mark();
}

/** Shows what the address names. */
async function follow() {
  try {
    at("lost").textContent = "";
    const asked = dailyOf(location.hash);
    if (asked) return await openDaily(asked);
    const { moves, ...board } = await fromFragment(location.hash);
    if (!board.puzzle) {
      await listed;
      showPart("gallery");
      if (location.pathname !== judge.home) tellLost(location.pathname.slice(1));
      return;
    }
    today = null;
    await game.open(board, { moves });
    at("title").focus();
  } catch (error) {
    showPart("gallery");
    const kept = error.status === 0 ? " Boards that were opened before can be played." : "";
    if (error.status !== 404) at("lost").textContent = error.message + kept;
    else tellLost(location.hash.replace(/^#\/?/, ""), /did you mean .*/.exec(error.message)?.[0]);
  }
}

/** Opens the board of a day, which is made at the first time. */
async function openDaily({ puzzle, date }) {
  await listed;
  const found = puzzleOf(puzzle);
  if (!found?.generator) throw Object.assign(new Error(""), { status: 404 });
  showSlow(true);
  try {
    const text = await dailyText(jobs, found, date);
    const [name, title] = [`${puzzle}/daily/${date}`, `${found.title}, ${date}`];
    today = { puzzle, date };
    await game.open({ puzzle, text }, { name, title });
  } finally {
    showSlow(false);
  }
  at("title").focus();
}

function showSlow(slow) {
  at("slow").textContent = slow ? "Waiting for the server…" : "";
}

/** Says that an address has no board. @param {string} address @param {string} [hint] */
function tellLost(address, hint) {
  let name = address;
  try {
    name = decodeURIComponent(address);
  } catch {} // it is shown as it is
  at("lost").textContent = `There is no board ${name}${hint ? `; ${hint}` : ". Choose one:"}`;
}

function chooseTheme() {
  const picker = at("theme");
  const set = () => {
    if (picker.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = picker.value;
  };
  picker.value = load("theme") ?? "auto";
  set();
  picker.addEventListener("change", () => {
    set();
    save("theme", picker.value);
  });
}

/** What a click on each button does. */
const CLICKS = {
  undo: () => game.undo(),
  redo: () => game.redo(),
  turn: () => game.turn(view.cell),
  take: () => game.take(view.cell),
  pencil: () => togglePencil(game),
  clear: () => game.clear(),
  "help-button": () => at("keys").showModal(),
  "more-button": () => showMore(at("more").hidden),
  "generate-button": () => later(({ newBoard }) => newBoard.generate(puzzleOf(game.board.puzzle))),
  "edit-button": () => later(({ editor }) => editor.open()),
  "stats-export": () => {
    const file = new Blob([JSON.stringify(everything(), null, 1)], { type: "application/json" });
    offer(file, `puzzles-${day()}.json`);
  },
};

function connect() {
  for (const [id, work] of Object.entries(CLICKS)) click(id, work);
  for (const button of document.querySelectorAll(".blank-button")) {
    const chosen = () => (at("play").hidden ? "" : game.board.puzzle);
    button.addEventListener("click", () =>
      later(({ newBoard }) => newBoard.empty(puzzles, chosen())),
    );
  }
  showMore(load("more") ?? false);
  click("asks", () => {
    if (view.editor || !narrow()) return;
    showMore(false); // the answer and the board are on the screen then
    at("more-button").focus();
  });
  document.addEventListener("click", () => fail(""), { capture: true });
  handleKeys(game, view, tools, {
    help: () => at("keys").showModal(),
    hint: () => questions.hint(),
    back: () => questions.close(),
    next: () => {
      const next = nextBoard();
      if (next) location.hash = next.href;
      else game.say("All other boards are solved.");
    },
  });
  new AutoCheck(game, (data, words) => {
    if (jobs.running || view.editor) return;
    questions.tell(words);
    if (data.svg ?? data.wrong)
      preview(data.svg ?? null, `Board. ${words}`, true, data.solid, data.wrong);
  });
  at("stats-import").addEventListener("change", async ({ target }) => {
    try {
      const entries = restore(JSON.parse(await target.files[0].text()));
      at("stats-said").textContent = `${entries} entries are taken in.`;
      gallery.mark();
    } catch (error) {
      at("stats-said").textContent = error.message;
    }
  });
  shareAndKeep(game, played, questions, (text) => game.say(text), fail);
  window.addEventListener("hashchange", follow);
  document.addEventListener("slow", ({ detail }) => showSlow(detail));
  window.addEventListener("storage", () => played().catchUp());
}

/** Whether the parts of the page stand below each other, as in the style sheet. */
function narrow() {
  return matchMedia("(max-width: 52rem)").matches;
}

/** Opens or closes what is not needed in play. @param {boolean} open */
function showMore(open) {
  at("more").hidden = !open;
  at("more-button").setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("wider", open);
  save("more", open);
}

function modern() {
  const colours = CSS.supports("color", "light-dark(#000, #fff)");
  return "CompressionStream" in window && colours && "showModal" in at("keys");
}

async function start() {
  chooseTheme();
  if (!modern()) return; // the notice of the page stays
  at("old").remove();
  for (const part of document.querySelectorAll("[data-needs]"))
    part.classList.toggle("cannot", !judge.can(part.dataset.needs));
  connect();
  judge.keep?.();
  listed = list();
  await follow(); // a board opens while the list comes
  await listed;
  // Who needs them asks again.
  if (judge.can("edit")) setTimeout(() => withMore().catch(() => {}), IDLE);
}

async function list() {
  try {
    puzzles = await judge.list();
    gallery.show(puzzles);
    showAbout();
  } catch (error) {
    at("lost").textContent = error.message;
  }
}

start();
