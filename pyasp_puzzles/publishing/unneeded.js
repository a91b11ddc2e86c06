// What a page without a server has no use for, in place of its modules.

/** Boards are not changed. */
export class Editor {
  close() {}
  catchUp() {}
}

/** So nothing is told of them. */
export class Badge {}

/** No board belongs to a day. */
export function dailyOf() {
  return null;
}

/** Boards are not made. */
export class NewBoard {}

/** There is no solid to turn. */
export class SolidView {
  reset() {}
  show() {}
}
