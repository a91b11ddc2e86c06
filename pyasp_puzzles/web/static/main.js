// Starts the page: which part is on show, and how the parts work together.

import { Questions } from "./ask.js";
import { AutoCheck } from "./autocheck.js";
import { BoardView } from "./board.js";
import { archive, dailyAddress, dailyOf, dailyText } from "./daily.js";
import { Gallery, knownWords, nameOf, playerWords } from "./gallery.js";
import { Game } from "./game.js";
import { Jobs } from "./jobs.js";
import { judge } from "./judge.js";
import { offer, shareAndKeep } from "./keep.js";
import { handleKeys, listKeys, togglePencil } from "./keys.js";
import { clock, exportAll, importAll, log, statistics, Timekeeper } from "./stats.js";
import { fromFragment, load, save, toFragment } from "./store.js";
import { ToolBox } from "./tools.js";

/** Milliseconds of rest before the page asks for what it may need later. */
const IDLE = 500;
const at = (id) => document.getElementById(id);
const game = new Game();
const view = new BoardView(at("board"), at("legend"), game);
const tools = new ToolBox(at("tools"), at("ghost"), game, view);
const jobs = new Jobs({ box: at("job"), text: at("job-text"), stop: at("stop") });
const questions = new Questions(game, () => view.editor ?? game, jobs, preview, fail);
const gallery = new Gallery(openText);
const time = new Timekeeper(game, (text) => (at("clock").textContent = text));
/**
 * The parts of more.js, once they have come.
 * @type {ReturnType<import("./more.js").connectMore> | null}
 */
let more = null;
let coming = null;
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
/** Ends when the gallery has its boards. */
let listed = Promise.resolve();

/**
 * A picture in place of the board; null: the board. Marks on the player's board leave it playable.
 * @param {object[]} [blocks] the solid of the picture
 * @param {string[]} [wrong] atoms of the board that are marked as wrong
 */
function preview(svg, label, playable = false, blocks = [], wrong = []) {
  const board = game.board;
  if (!board) return;
  const own = svg === null;
  const live = own || playable;
  at("play").classList.toggle("previewed", !live);
  if (own && view.editor) return view.editor.draw();
  previewed = !own;
  const full = game.hands?.complete(board.partial);
  const mistaken = wrong.length ? game.hands?.covered(board.partial, wrong) : undefined;
  const laid = own ? { full, mistaken, ways: board.ways, art: game.hands?.art } : {};
  view.show(own ? board.svg : svg, {
    live,
    marks: live ? game.marks : {},
    label: label || boardName(),
    ...laid,
  });
  showSolid(own ? board.solid : blocks, label || boardName());
  for (const id of ["undo", "redo", "turn", "take", "move", "pencil", "clear"])
    at(id).disabled = !live;
  if (live) showMoves();
}

/** Gets edit mode, the form for new boards and solids; asks again where they did not come. */
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
  coming ??= import("./more.js").then(({ connectMore }) => {
    more = connectMore(game, view, jobs, page);
    if (turned[0].length) more.solid.show(...turned);
    return more;
  });
  return coming.catch((error) => {
    coming = null;
    throw error;
  });
}

/** @param {object[]} blocks @param {string} label */
function showSolid(blocks, label) {
  turned = [blocks, label];
  if (more) more.solid.show(blocks, label);
  else if (blocks.length) withMore().catch((error) => fail(error.message));
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

function boardName() {
  return `Board: ${shownName(game.board)}`;
}

function fail(text) {
  at("error").textContent = text;
}

function showMoves() {
  at("undo").disabled = !game.canUndo;
  at("redo").disabled = !game.canRedo;
  const turns = game.board.tools.some((tool) => tool.poses > 1);
  at("turn").hidden = !turns;
  if (turns)
    at("more-moves").prepend(at("redo")); // six controls are enough in sight
  else at("undo").after(at("redo"));
  at("move").hidden = !turns;
  at("move").setAttribute("aria-pressed", String(game.moving !== ""));
  at("pencil").hidden = !game.board.tools.length;
  at("pencil").setAttribute("aria-pressed", String(game.penciling));
  const away =
    " The server does not answer: moves and notes are kept here, and judged when it is back.";
  at("standing").textContent = game.board.standing + (game.offline ? away : "");
}

game.addEventListener("open", () => {
  const { board } = game;
  showPart("play"); // before the picture is drawn, which measures it
  jobs.stop();
  view.reset();
  more?.solid.reset();
  fail("");
  questions.close();
  questions.tell("");
  more?.editor.close();
  at("said").textContent = "";
  document.title = `${board.title || board.name} · Puzzles`;
  at("done").hidden = true;
  at("board").classList.remove("solved");
  showAbout();
  at("play").classList.toggle("handless", !board.tools.length);
});
/** What was said was about the board before. */
function forgetResult() {
  questions.close();
  questions.tell("");
}

game.addEventListener("change", () => {
  if (!at("answers").hidden || !at("explain").hidden) questions.close();
  questions.tell(""); // it was about the board before
  preview(null, "");
});
game.addEventListener("look", () => {
  if (view.editor) return;
  showMoves();
  if (!previewed && !game.offline)
    view.whenFree(() => !previewed && !view.editor && preview(null, ""));
  tools.refresh();
});
game.addEventListener("tool", showMoves);
game.addEventListener("say", ({ detail }) => {
  at("said").textContent = detail.text;
  at("said").classList.toggle("wrong", detail.wrong);
});

/** What the list of puzzles says of the board; it may come later than the board. */
function showAbout(board = game.board) {
  if (!board) return;
  const puzzle = puzzles.find((each) => each.name === board.puzzle);
  at("title").textContent = shownName(board);
  const by = board.author && `by ${board.author}`;
  at("about").textContent = [titleOf(board.puzzle), by, board.size, playerWords(board.known)]
    .filter(Boolean)
    .join(" · ");
  at("about").title = knownWords(board.known);
  at("rules").hidden = !puzzle;
  const rules = [puzzle?.about, puzzle?.rules].filter(Boolean).join(" ");
  for (const place of [at("rules").lastElementChild, at("rules-on-paper")])
    place.textContent = rules;
  at("generate-button").hidden = !puzzle?.generator;
  at("best").hidden = !puzzle?.best;
  at("classes-part").hidden = !puzzle?.symmetry.length;
}

function shownName(board) {
  return today
    ? board.title
    : nameOf(
        puzzles.find((each) => each.name === board.puzzle),
        board,
      );
}

/** The finished board, the time, the hints, and what comes next. */
function showDone() {
  const { puzzle, name } = game.board;
  const hints = game.hints === 0 ? "no hints" : game.hints === 1 ? "1 hint" : `${game.hints} hints`;
  const row = statistics().find((each) => each.puzzle === puzzle)?.streak ?? 0;
  const days = row > 1 ? ` Day ${row} in a row with ${titleOf(puzzle)}.` : "";
  at("done-words").textContent = `Time ${clock(time.seconds)}, ${hints}.${days}`;
  const next = today ? nextDaily() : gallery.next(puzzle, name);
  at("done-next").hidden = !next;
  if (next) {
    at("done-next").href = next.href;
    at("done-next").textContent = `Next: ${next.words} (N)`;
  }
  at("archive").replaceChildren(
    ...(today ? archive(puzzle, (date) => log()[`${puzzle}/daily/${date}`]?.done) : []),
  );
  at("done").hidden = false;
  at("board").classList.add("solved");
}

/** The board of the same day of the next genre that is not solved. */
function nextDaily() {
  const made = puzzles.filter(
    (each) => each.generator && !log()[`${each.name}/daily/${today.date}`]?.done,
  );
  const here = made.findIndex((each) => each.name > today.puzzle);
  const puzzle = made[here] ?? made[0];
  return puzzle
    ? { href: dailyAddress(puzzle.name, today.date), words: `${puzzle.title}, ${today.date}` }
    : null;
}

function titleOf(name) {
  return puzzles.find((each) => each.name === name)?.title ?? name;
}

/** Opens a text as a board, and puts it into the address. Fails with ApiError. */
async function openText(puzzle, text, label) {
  today = null;
  await game.open({ puzzle, text, ...(label ? { label } : {}) });
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
  (await withMore()).editor.open();
}

function showPart(name) {
  at("gallery").hidden = name !== "gallery";
  at("play").hidden = name !== "play";
  document.body.classList.toggle("playing", name === "play");
  const { width } = document.querySelector(".bar h1").getBoundingClientRect();
  document.documentElement.style.setProperty("--home", `${width}px`); // what stands beside it
  (name === "play" ? at("more") : document.querySelector(".bar")).append(
    document.querySelector("nav"),
  );
  if (name === "gallery") {
    document.title = "Puzzles";
    jobs.stop();
    gallery.mark();
    at("to-gallery").setAttribute("aria-current", "page");
  } else {
    at("to-gallery").removeAttribute("aria-current");
    window.scrollTo(0, 0);
  }
}

/** Shows what the address names. */
async function follow() {
  try {
    at("lost").textContent = "";
    const asked = dailyOf(location.hash);
    if (asked) return await openDaily(asked);
    const which = await fromFragment(location.hash);
    if (!which.puzzle) {
      await listed;
      showPart("gallery");
      if (location.pathname !== judge.home) tellLost(location.pathname.slice(1));
      return;
    }
    const { moves, ...board } = which;
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
  const found = puzzles.find((each) => each.name === puzzle && each.generator);
  if (!found) throw Object.assign(new Error(""), { status: 404 });
  document.dispatchEvent(new CustomEvent("slow", { detail: true }));
  try {
    const text = await dailyText(jobs, found, date);
    today = { puzzle, date };
    await game.open(
      { puzzle, text },
      { name: `${puzzle}/daily/${date}`, title: `${found.title}, ${date}` },
    );
  } finally {
    document.dispatchEvent(new CustomEvent("slow", { detail: false }));
  }
  at("title").focus();
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
  const picker = /** @type {HTMLSelectElement} */ (at("theme"));
  const set = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  picker.value = load("theme") ?? "auto";
  set(picker.value);
  picker.addEventListener("change", () => {
    set(picker.value);
    save("theme", picker.value);
  });
}

function connect() {
  const click = (id, work) => at(id).addEventListener("click", work);
  click("undo", () => game.undo());
  click("redo", () => game.redo());
  click("turn", () => game.turn(view.cell));
  click("take", () => game.take(view.cell));
  click("move", () => game.startMove(view.cell));
  click("pencil", () => togglePencil(game));
  click("clear", () => game.clear());
  click("help-button", () => at("keys").showModal());
  click("more-button", () => showMore(at("more").hidden));
  showMore(load("more") ?? false);
  /** Does something with parts that come later. */
  const later = (button, work) =>
    button.addEventListener("click", () =>
      withMore()
        .then(work)
        .catch((error) => fail(error.message)),
    );
  later(at("generate-button"), ({ maker }) =>
    maker.open(puzzles.find((each) => each.name === game.board.puzzle)),
  );
  later(at("edit-button"), ({ editor }) => editor.toggle());
  for (const button of document.querySelectorAll(".blank-button")) {
    later(button, ({ blank }) => blank.open(puzzles, at("play").hidden ? "" : game.board.puzzle));
  }
  document.addEventListener("click", () => fail(""), { capture: true });
  listKeys(at("keys-list"));
  handleKeys(game, view, tools, {
    help: () => at("keys").showModal(),
    hint: () => questions.hint(),
    back: () => questions.close(),
    next: () => !at("done").hidden && !at("done-next").hidden && at("done-next").click(),
  });
  new AutoCheck(game, (data, words) => {
    if (jobs.running || view.editor) return;
    questions.tell(words);
    if (data.svg ?? data.wrong)
      preview(data.svg ?? null, `Board. ${words}`, true, data.solid, data.wrong);
  });
  game.addEventListener("done", showDone);
  game.addEventListener("change", () => {
    at("done").hidden = true;
    at("board").classList.remove("solved");
  });
  click("stats-export", () => exportAll(offer));
  at("stats-import").addEventListener("change", async ({ target }) => {
    try {
      at("stats-said").textContent =
        `${importAll(await target.files[0].text())} entries are taken in.`;
      gallery.mark();
    } catch (error) {
      at("stats-said").textContent = error.message;
    }
  });
  shareAndKeep(
    game,
    () => view.editor ?? game,
    questions,
    (text) => game.say(text),
    fail,
  );
  window.addEventListener("hashchange", follow);
  document.addEventListener("slow", ({ detail }) => {
    at("slow").textContent = detail ? "Waiting for the server…" : "";
  });
  window.addEventListener("storage", () => (view.editor ?? game).catchUp());
}

/** Opens or closes what is not needed in play. @param {boolean} open */
function showMore(open) {
  at("more").hidden = !open;
  at("more-button").setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("wider", open);
  save("more", open);
}

function modern() {
  return (
    "CompressionStream" in window &&
    CSS.supports("color", "light-dark(#000, #fff)") &&
    "showModal" in at("keys")
  );
}

async function start() {
  chooseTheme();
  if (!modern()) return; // the notice of the page stays
  at("old").remove();
  for (const part of document.querySelectorAll("[data-needs]")) {
    part.classList.toggle("cannot", !judge.can(part.dataset.needs));
  }
  connect();
  judge.keep?.();
  listed = list();
  await follow(); // a board opens while the list comes
  await listed;
  setTimeout(() => withMore().catch(() => {}), IDLE); // who needs them asks again
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
