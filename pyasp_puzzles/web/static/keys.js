// The keyboard: what each key does on the board and on the page; index.html lists them.

import { at } from "./dom.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * Handles the keys.
 * @param {import("./game.js").Game} game
 * @param {import("./board.js").BoardView} view
 * @param {import("./tools.js").ToolBox} tools
 * @param {{help: () => void, hint: () => void, back: () => void,
 *   next: () => void}} page
 */
export function handleKeys(game, view, tools, page) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || inField(event.target) || document.querySelector("dialog[open]")) {
      return;
    }
    const done = anywhere(event) || (onBoard(event) ? boardKey(event) : entered(event));
    if (done) event.preventDefault();
  });

  function anywhere(event) {
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === "?") page.help();
    else if (!game.board || at("play").hidden) return false;
    else if (key === "n" && !ctrl && !view.editor && (game.board.done || !onBoard(event)))
      page.next();
    else if (ctrl && key === "z") event.shiftKey ? played().redo() : played().undo();
    else if (ctrl && key === "y") played().redo();
    else if (view.editor && view.live) return false;
    else if (event.key === "Escape") {
      game.choose(null);
      view.outline(false);
      page.back();
    } else return false;
    return true;
  }

  /** An arrow key where nothing has the focus but the title goes to the board. */
  function entered(event) {
    const idle = [document.body, at("title")].includes(event.target);
    if (!idle || !ARROWS[event.key] || at("play").hidden) return false;
    view.focus();
    return true;
  }

  /** What has the history: the game, or the editor while the board is edited. */
  const played = () => view.editor ?? game;

  function onBoard(event) {
    return view.place.contains(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  /** What keys do on the board that is played; with Shift, letters are signs of tools. */
  const ON_BOARD = {
    Enter: () => game.use(view.cell),
    " ": () => game.use(view.cell),
    Delete: () => game.take(view.cell),
    Backspace: () => game.take(view.cell),
    "]": () => tools.next(1),
    PageDown: () => tools.next(1),
    "[": () => tools.next(-1),
    PageUp: () => tools.next(-1),
    r: () => game.turn(view.cell),
    p: () => game.board.tools.length && togglePencil(game),
  };

  function boardKey(event) {
    const { key, shiftKey } = event;
    const arrow = ARROWS[key];
    const command = shiftKey && /^\p{L}$/u.test(key) ? undefined : ON_BOARD[key];
    if ((key.length > 1 && key !== "Shift") || key === " ") tools.endWord();
    if (arrow) view.step(arrow[0], arrow[1], shiftKey);
    else if (!view.live) return false;
    else if (view.editor) return view.editor.clues.key(event, view.cell);
    else if (command) command();
    else if (/^[\p{L}\p{N}]$/u.test(key) || isKey(key)) return sign(key);
    else return false;
    return true;
  }

  function isKey(sign) {
    return sign.length === 1 && game.board.tools.some((tool) => tool.keys.includes(sign));
  }

  /** On a board of digits a digit is written at once. */
  function sign(key) {
    const tool = tools.typed(key);
    if (!tool) {
      if (key === "h") page.hint();
      else if (key === "n") page.next();
      else game.say(`No tool has the key ${key}.`, true);
      return true;
    }
    if (game.digits) game.use(view.cell);
    return true;
  }
}

/** @param {import("./game.js").Game} game */
export function togglePencil(game) {
  game.penciling = !game.penciling;
  if (!game.penciling && game.tool?.svg === "") game.tool = null; // a colour
  game.dispatchEvent(new Event("tool"));
  game.say(game.penciling ? "Notes: tools become notes." : "Tools are laid.");
}

function inField(element) {
  return element.matches?.("input:not([type=checkbox]), textarea, select") ?? false;
}
