// What no board needs at first, a script of its own: edit mode, new boards, a solid that turns.

import { Badge } from "./badge.js";
import { at } from "./dom.js";
import { Editor } from "./edit.js";
import { NewBoard } from "./generate.js";
import { SolidView } from "./solid.js";

/**
 * Connects these parts with the page.
 * @param {import("./game.js").Game} game
 * @param {import("./board.js").BoardView} view
 * @param {import("./jobs.js").Jobs} jobs
 * @param {object} page what the editor asks of it, and `tell` and `fail`
 */
export function connectMore(game, view, jobs, page) {
  new Badge(view, (text) => game.say(text), page.fail, page.derive, page.tools);
  return {
    editor: new Editor(game, view, page),
    newBoard: new NewBoard(jobs, page),
    solid: new SolidView(at("solid")),
  };
}
