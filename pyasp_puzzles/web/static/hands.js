// Moves without the server: what can be laid where, as /api/hands lists it. static/README.md has
// its form.

import { cellName } from "./picture.js";

/**
 * @typedef {{atoms: string[], not: string[]}} Partial
 * @typedef {{steps?: number[][], atoms?: string[], order?: number[], looks?: Object<string, any[]>,
 *   rows?: any[][], at?: Object<string, number[]>, ways: Way[]}} Pose `ways`: made of all the rest
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
  /** The ways by their first atom. @type {Map<string, Way[]>} */
  #ways = new Map();
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
        tool.poses.forEach((pose, number) => this.#list(mark, tool.name, number, pose));
      if (mark.absent) this.#list(mark, mark.nothing, 0, mark.absent);
    }
  }

  /** Lists the ways of a pose, and those that are meant by each place. */
  #list(mark, tool, number, pose) {
    const not = pose === mark.absent;
    pose.ways = (pose.rows ?? rowsOf(mark, pose)).map(([atoms, covers, looks]) => {
      const way = { mark, tool, pose: number, covers, atoms, not, looks };
      const key = literal(way, atoms[0]);
      if (!this.#ways.has(key)) this.#ways.set(key, []);
      this.#ways.get(key).push(way);
      return way;
    });
    if (pose.rows) return;
    pose.at = {};
    for (const step of pose.order ?? [])
      pose.ways.forEach(({ covers }, way) => (pose.at[covers[step]] ??= []).push(way));
  }

  /** The ways in which a tool lies on a place, the first that fits is meant. */
  #at(mark, tool, number, cell) {
    const poses = mark.tools.find(({ name }) => name === tool)?.poses;
    const pose = tool === mark.nothing && mark.absent ? mark.absent : poses[number];
    return (pose.at[cell] ?? []).map((way) => pose.ways[way]);
  }

  /** What lies on a board. @param {Partial} partial @returns {Way[]} */
  lying(partial) {
    if (!this.#known.has(partial)) this.#known.set(partial, this.#found(partial));
    return this.#known.get(partial);
  }

  #found(partial) {
    const [holds, not] = [new Set(partial.atoms), new Set(partial.not)];
    const lies = (way) => way.atoms.every((atom) => (way.not ? not : holds).has(atom));
    const literals = [...holds, ...partial.not.map((atom) => `not ${atom}`)];
    const found = literals.flatMap((each) => this.#ways.get(each) ?? []).filter(lies);
    // A piece may lie as it does in several poses.
    return [...new Map(found.map((way) => [literal(way, way.atoms.join(" ")), way])).values()];
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

  /** The places of a tool that is laid on a cell; the cell alone where it does not fit. */
  shadow(tool, pose, cell) {
    const mark = this.#of(tool).find((each) => each.open.has(cell));
    return (mark && this.#at(mark, tool, pose, cell)[0]?.covers) ?? [cell];
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
        for (const { atoms, covers } of poses.flatMap((pose) => pose.ways)) {
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
    without.flatMap((way) => way.atoms.map((atom) => literal(way, atom))),
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

/** What a way says, or denies. */
function literal({ not }, atom) {
  return not ? `not ${atom}` : atom;
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
 * The atoms, places and looks of a closed form from each first place on.
 * @returns {any[][]}
 */
function rowsOf(mark, pose) {
  const firsts = pose.steps ? mark.places.map(numbers).filter((each) => fits(mark, pose, each)) : [];
  return firsts.map((first) => {
    const steps = pose.steps.map((step) => step.map((by, at) => first[at] + by));
    const covers = steps.map((place) => place.join(","));
    const looks = pose.looks[covers[0]] ?? pose.looks[sortOf(first)] ?? [];
    return [pose.atoms.map((text) => filled(text, steps.flat())), covers, looks];
  });
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
