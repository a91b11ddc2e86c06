// What no board needs at first: edit mode, the form for new boards, a solid that turns. A script of
// its own.

import { Badge } from "./badge.js";
import { Editor } from "./edit.js";
import { Blank, Maker } from "./generate.js";
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
    blank: new Blank(page.edit),
    editor: new Editor(game, view, page),
    maker: new Maker(jobs, page.play, page.tell, page.fail),
    solid: new SolidView(document.getElementById("solid")),
  };
}
