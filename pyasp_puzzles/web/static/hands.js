// Moves without the server: what can be laid where, as /api/hands lists it. static/README.md has
// its form.

import { cellName } from "./picture.js";

/**
 * @typedef {{atoms: string[], not: string[]}} Partial
 * @typedef {{steps?: number[][], atoms?: string[], order?: number[], looks?: Object<string, any[]>,
 *   rows?: any[][], at?: Object<string, number[]>}} Pose
 * @typedef {{name: string, left: number | null, poses: Pose[]}} HandTool
 * @typedef {{noun: string, nouns: string, solid: boolean, nothing: string, places: string[],
 *   given: string[], absent: Pose | null, tools: HandTool[]}} HandMarks
 * @typedef {{mark: HandMarks, tool: string, pose: number, covers: string[], atoms: string[],
 *   not: boolean, looks: any[]}} Way a tool as it lies
 */

/** A move that the board does not allow; its message says why. */
export class MoveError extends Error {}

/** The moves of one board. */
export class Hands {
  /** @type {Map<string, Way>} by its atoms */
  #ways = new Map();
  /** For each name of an atom the poses whose templates have it. */
  #templates = new Map();
  /** What lies on boards that were looked at. */
  #known = new WeakMap();

  /** @param {{marks: HandMarks[], lines: string[][], art: string[]}} listed */
  constructor(listed) {
    this.lines = listed.lines;
    this.marks = listed.marks;
    this.art = listed.art;
    for (const mark of this.marks) {
      mark.open = new Set(mark.places);
      mark.fixed = new Set(mark.given);
      for (const tool of mark.tools)
        tool.poses.forEach((pose, number) => this.#index(mark, tool.name, number, pose));
      if (mark.absent) this.#index(mark, mark.nothing, 0, mark.absent);
    }
  }

  #index(mark, tool, number, pose) {
    for (const [atoms, covers, looks] of pose.rows ?? [])
      this.#keep({ mark, tool, pose: number, covers, atoms, not: false, looks });
    if (!pose.steps) return;
    const not = pose === mark.absent;
    const [first] = pose.atoms;
    const key = `${not ? "not " : ""}${nameOf(first)}`;
    if (!this.#templates.has(key)) this.#templates.set(key, []);
    this.#templates
      .get(key)
      .push({ mark, tool, number, pose, not, match: matcher(first, pose.steps) });
  }

  #keep(way) {
    const key = keyOf(way);
    if (!this.#ways.has(key)) this.#ways.set(key, way);
    return this.#ways.get(key);
  }

  /** The way of a closed form whose first place is given. */
  #made(mark, tool, number, pose, first, not) {
    const [atoms, covers] = placed(pose, first);
    const looks = pose.looks[covers[0]] ?? pose.looks[sortOf(first)] ?? [];
    return this.#keep({ mark, tool, pose: number, covers, atoms, not, looks });
  }

  /** The ways in which a tool lies on a place, the first that fits is meant. */
  #at(mark, tool, number, cell) {
    const nothing = tool === mark.nothing && mark.absent;
    const pose = nothing
      ? mark.absent
      : mark.tools.find((each) => each.name === tool).poses[number];
    if (pose.rows) {
      return (pose.at[cell] ?? []).map((row) => {
        const [atoms, covers, looks] = pose.rows[row];
        return this.#keep({ mark, tool, pose: number, covers, atoms, not: false, looks });
      });
    }
    const place = numbers(cell);
    return pose.order
      .map((at) => place.map((n, k) => n - pose.steps[at][k]))
      .filter((first) => fits(mark, pose, first))
      .map((first) => this.#made(mark, tool, number, pose, first, Boolean(nothing)));
  }

  /** What lies on a board. @param {Partial} partial @returns {Way[]} */
  lying(partial) {
    if (!this.#known.has(partial)) this.#known.set(partial, this.#found(partial));
    return this.#known.get(partial);
  }

  #found(partial) {
    const [holds, not] = [new Set(partial.atoms), new Set(partial.not)];
    const lies = (way) => way.atoms.every((atom) => (way.not ? not : holds).has(atom));
    const found = new Set();
    for (const literal of [...holds, ...partial.not.map((atom) => `not ${atom}`)]) {
      for (const each of this.#templates.get(nameOf(literal)) ?? []) {
        for (const first of this.#firsts(each, each.match(literal.replace(/^not /, "")))) {
          const way = this.#made(each.mark, each.tool, each.number, each.pose, first, each.not);
          if (lies(way)) found.add(way);
        }
      }
    }
    for (const way of this.#ways.values()) if (lies(way)) found.add(way);
    // A piece may lie as it does in several poses.
    return [
      ...new Map([...found].map((way) => [`${way.not} ${way.atoms.join(" ")}`, way])).values(),
    ];
  }

  /**
   * The first places of a pose that have some numbers; a number that is the same for all may be
   * missing.
   */
  #firsts({ mark, pose }, some) {
    if (!some) return [];
    const meant = (place) => place.every((n, at) => some[at] === undefined || some[at] === n);
    const places = some.includes(undefined) ? mark.places.map(numbers).filter(meant) : [some];
    return places.filter((place) => fits(mark, pose, place));
  }

  /**
   * The places of what says some atoms, or denies them.
   * @param {Partial} partial
   * @param {string[]} atoms
   */
  covered(partial, atoms) {
    const says = (way) => way.atoms.some((atom) => atoms.includes(atom));
    const meant = this.lying(partial).filter(says);
    return new Set(meant.flatMap(({ covers }) => covers));
  }

  /** The places on which something lies. @param {Partial} partial */
  known(partial) {
    return new Set(this.lying(partial).flatMap(({ covers }) => covers));
  }

  /** The marks of a tool. */
  #of(tool) {
    return this.marks.filter(
      (mark) => mark.nothing === tool || mark.tools.some(({ name }) => name === tool),
    );
  }

  /** Whether a tool can stand on a place at all. @param {string} tool @param {string} cell */
  takes(tool, cell) {
    return this.#of(tool).some((mark) => mark.open.has(cell) && !mark.fixed.has(cell));
  }

  /** Copies of each tool that are left. @param {Partial} partial */
  left(partial) {
    const used = {};
    for (const { tool } of this.lying(partial)) used[tool] = (used[tool] ?? 0) + 1;
    const every = this.marks.flatMap((mark) => mark.tools);
    const rest = ({ name, left }) => left && Math.max(0, left - (used[name] ?? 0));
    return Object.fromEntries(every.map((tool) => [tool.name, rest(tool)]));
  }

  /**
   * The cells of rows, columns and regions in which each place is known.
   * @param {Partial} partial
   */
  complete(partial) {
    const known = this.known(partial);
    const places = this.marks.filter((mark) => !mark.solid).flatMap((mark) => mark.places);
    const fixed = new Set(this.marks.flatMap((mark) => mark.given));
    const open = new Set(places.filter((place) => !known.has(place) && !fixed.has(place)));
    const mine = new Set(places);
    const full = this.lines.filter(
      (line) => line.some((cell) => mine.has(cell)) && !line.some((cell) => open.has(cell)),
    );
    return new Set(full.flat());
  }

  /**
   * The tools that can be laid on each empty place, in their order. A place that takes one of two,
   * of which neither is excluded, is left out.
   * @param {Partial} partial
   * @param {{possible: string[], demanded: string[]} | null} ruled what the rules leave; null: not
   *   known
   * @returns {Object<string, string[]>}
   */
  candidates(partial, ruled) {
    const [allowed, demanded] = [ruled && new Set(ruled.possible), new Set(ruled?.demanded)];
    const left = this.left(partial);
    const known = this.known(partial);
    const found = new Map();
    for (const mark of this.marks) {
      const empty = new Map();
      for (const place of mark.places) {
        if (!known.has(place) && !mark.fixed.has(place))
          empty.set(place, { fits: new Set(), most: 0, must: false });
      }
      for (const { name, poses } of mark.tools.filter((tool) => left[tool.name] !== 0)) {
        for (const [atoms, covers] of poses.flatMap((pose) => this.#every(mark, pose))) {
          if (!covers.every((place) => empty.has(place))) continue;
          const fits = !allowed || atoms.every((atom) => allowed.has(atom));
          for (const place of covers) {
            const own = empty.get(place);
            own.most += 1;
            own.must ||= atoms.some((atom) => demanded.has(atom));
            if (fits) own.fits.add(name);
          }
        }
      }
      for (const [place, { fits, most, must }] of empty) {
        const names = [...fits, ...(mark.nothing && !must ? [mark.nothing] : [])];
        if (names.length < most + (mark.nothing ? 1 : 0) || names.length > 2)
          found.set(place, names);
      }
    }
    return Object.fromEntries(found);
  }

  /** All ways of a pose: their atoms and places. @returns {[string[], string[]][]} */
  #every(mark, pose) {
    const firsts = () => mark.places.map(numbers).filter((first) => fits(mark, pose, first));
    return /** @type {any} */ (pose.rows ?? firsts().map((first) => placed(pose, first)));
  }

  /** Places of which something is known, and all of them, in words. @param {Partial} partial */
  progress(partial) {
    const known = this.known(partial);
    const places = this.marks.flatMap(({ places, fixed }) =>
      places.map((place) => known.has(place) || fixed.has(place)),
    );
    const done = places.filter(Boolean).length;
    return `${done} of ${places.length} ${this.marks[0].nouns}`;
  }

  /**
   * What lies there after a move, as /api/move takes it.
   * @param {Partial} partial
   * @param {{kind: string, cell: string, tool?: string, pose?: number, to?: string}} move
   * @returns {Partial} fails with MoveError
   */
  move(partial, { kind, cell, tool, pose = 0, to }) {
    if (kind === "lay") return this.#lay(partial, tool, pose, cell);
    const taken = this.#taken(partial, cell);
    if (kind === "take") return taken.rest;
    if (!taken.way) throw new MoveError("Nothing lies there.");
    return kind === "turn" ? this.#turned(partial, taken) : this.#shifted(taken, cell, to);
  }

  /** The first way that fits, laid. */
  #lay(partial, tool, pose, cell) {
    const mark = this.#of(tool).find(
      (each) =>
        each.open.has(cell) ||
        cell in (each.tools.find(({ name }) => name === tool)?.poses[pose]?.at ?? {}),
    );
    if (!mark) throw new MoveError(`Nothing can be laid on ${cellName(cell)}.`);
    if (!mark.solid && mark.fixed.has(cell))
      throw new MoveError(`What stands on ${cellName(cell)} is given.`);
    const ways = this.#at(mark, tool, pose, cell);
    if (!ways.length) throw new MoveError(`${tool} reaches over the edge there.`);
    if (!mark.solid) return changed(partial, this.#on(partial, mark, cell), ways[0]);
    if (this.left(partial)[tool] === 0) throw new MoveError(`No ${tool} is left.`);
    const lying = this.lying(partial).filter((way) => way.mark === mark);
    let there = "";
    for (const way of ways) {
      const below = lying.find((other) => other.covers.some((place) => way.covers.includes(place)));
      const fixed = way.covers.find((place) => mark.fixed.has(place));
      if (!below && !fixed) return changed(partial, [], way);
      there ||= below ? `${below.tool} lies there.` : `What stands on ${cellName(fixed)} is given.`;
    }
    throw new MoveError(there);
  }

  /** The ways of some marks that cover a place; of pieces in layers the uppermost. */
  #on(partial, mark, cell) {
    const lying = this.lying(partial).filter((way) => way.mark === mark);
    const named = [cell, ...(mark.solid ? [`${cell},2`, `${cell},1`] : [])];
    const place = named.find((name) => lying.some((way) => way.covers.includes(name)));
    return place ? lying.filter((way) => way.covers.includes(place)) : [];
  }

  /** The board without what lies on a cell, and what that was. */
  #taken(partial, cell) {
    for (const mark of this.marks) {
      if (mark.fixed.has(cell)) throw new MoveError(`What stands on ${cellName(cell)} is given.`);
      const ways = this.#on(partial, mark, cell);
      if (ways.length) return { rest: changed(partial, ways), way: ways[0], mark };
    }
    return { rest: partial, way: null, mark: null };
  }

  #turned(partial, { rest, way, mark }) {
    const tool = mark.tools.find((each) => each.name === way.tool);
    if (!tool || tool.poses.length === 1) throw new MoveError("It looks the same from all sides.");
    const others = way.covers.slice(1).sort();
    for (let step = 1; step < tool.poses.length; step++) {
      for (const cell of [way.covers[0], ...others]) {
        const next = this.#tried(rest, way.tool, (way.pose + step) % tool.poses.length, cell);
        if (next && JSON.stringify(next) !== JSON.stringify(partial)) return next;
      }
    }
    throw new MoveError("It fits there in no other way.");
  }

  /** Moved as far as the pointer went; else laid where the pointer is. */
  #shifted({ rest, way }, from, to) {
    const [first, held, there] = [way.covers[0], from, to].map(numbers);
    if (first.length === held.length && held.length === there.length) {
      const cell = first.map((n, at) => n + there[at] - held[at]).join(",");
      const shifted = this.#tried(rest, way.tool, way.pose, cell);
      if (shifted && JSON.stringify(shifted) !== JSON.stringify(rest)) return shifted;
    }
    return this.#lay(rest, way.tool, way.pose, to);
  }

  #tried(partial, tool, pose, cell) {
    try {
      return this.#lay(partial, tool, pose, cell);
    } catch (error) {
      if (error instanceof MoveError) return null;
      throw error;
    }
  }
}

/** A partial answer without some ways, and with another one. */
function changed(partial, without, way) {
  const gone = new Set(
    without.flatMap((each) => (each.not ? each.atoms.map((atom) => `not ${atom}`) : each.atoms)),
  );
  const kept = {
    atoms: partial.atoms.filter((atom) => !gone.has(atom)),
    not: partial.not.filter((atom) => !gone.has(`not ${atom}`)),
  };
  if (way) {
    const [into, other] = way.not ? ["not", "atoms"] : ["atoms", "not"];
    kept[into] = [...new Set([...kept[into], ...way.atoms])].sort();
    kept[other] = kept[other].filter((atom) => !way.atoms.includes(atom));
  }
  return kept;
}

function keyOf(way) {
  return `${way.not ? "not " : ""}${way.tool}\n${way.pose}\n${way.atoms.join(" ")}`;
}

function nameOf(atom) {
  return atom.slice(0, atom.indexOf("("));
}

/** The numbers of a place. @param {string} place */
function numbers(place) {
  return place.split(",").map(Number);
}

/** Whether a pose covers places of the board only, from its first place on. */
function fits(mark, pose, first) {
  return pose.steps.every((step) => mark.open.has(step.map((by, at) => first[at] + by).join(",")));
}

/**
 * The atoms and the places of a closed form from its first place on.
 * @returns {[string[], string[]]}
 */
function placed(pose, first) {
  const steps = pose.steps.map((step) => step.map((by, at) => first[at] + by));
  return [
    pose.atoms.map((text) => filled(text, steps.flat())),
    steps.map((place) => place.join(",")),
  ];
}

/** Cells are one sort of places, edges of each direction another one, as the server has it. */
function sortOf(place) {
  const [down, right] = [place[2] - place[0], place[3] - place[1]];
  return place.length === 4 && [0, 1].includes(down) && [0, 1].includes(right) && down + right
    ? `${down}${right}`
    : "cell";
}

/** A template with the numbers of its places: {2} is the third one, {2+1} one more. */
function filled(text, flat) {
  return text.replace(/\{(\d+)([+-]\d+)?\}/g, (_, at, by) => String(flat[at] + Number(by ?? 0)));
}

/**
 * Finds the numbers of the first place in an atom that a template makes; null: it does not make it.
 */
function matcher(template, steps) {
  const long = steps[0].length;
  const slots = [];
  const pattern = template
    .replace(/[.*+?^$()|[\]\\"]/g, "\\$&")
    .replace(/\{(\d+)((?:\\\+|-)\d+)?\}/g, (_, at, by) => {
      const [step, axis] = [Math.floor(at / long), at % long];
      slots.push([axis, steps[step][axis] + Number((by ?? "0").replace("\\", ""))]);
      return "(-?\\d+)";
    });
  const regex = new RegExp(`^${pattern}$`);
  return (atom) => {
    const found = regex.exec(atom);
    if (!found) return null;
    const first = Array(long).fill(undefined);
    slots.forEach(([axis, by], number) => (first[axis] ??= Number(found[number + 1]) - by));
    return first;
  };
}
