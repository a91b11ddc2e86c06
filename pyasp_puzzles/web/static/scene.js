// The geometry of a solid of prisms: its faces as they are seen in a parallel projection.
//
// Painter's order: cells are drawn from the farthest to the nearest. By the depth of their centres
// this is exact, for the cells of these lattices are the Voronoi cells of their centres.

/**
 * @typedef {{base: number[][], level: number, label: string, group: string | null,
 *   colour: string | null, cell: number[] | null, role: string | null}} Block corners of the base
 *   (counter-clockwise),
 *   lengths in sides of a cell; y points away from the viewer; no colour: a free cell
 * @typedef {{turn: number, tilt: number, apart: number, free: boolean, off: number}} Look
 *   degrees around the vertical axis, degrees by which one looks down, how far the layers are apart
 *   (0 to 1), whether free cells are drawn, how many pieces are off
 * @typedef {{points: number[][], block: Block, dark: number, strong: boolean[]}} Face
 *   corners on the paper; how dark it is; which of its edges are borders of a piece
 */

/** The air below a piece that hovers, in sides of a cell. */
const HOVER = 0.6;

/** A solid: which cells touch, which pieces it has, how large it is. */
export class Scene {
  /** @param {Block[]} blocks */
  constructor(blocks) {
    const edges = new Map();
    const places = new Map();
    for (const block of blocks) {
      places.set(placeName(block.base, block.level), block);
      for (const [a, b] of sides(block.base))
        edges.set(`${pointName(a)} ${pointName(b)} ${block.level}`, block);
    }
    this.cells = blocks.map((block) => ({
      block,
      centre: mean(block.base),
      beside: sides(block.base).map(([a, b]) =>
        edges.get(`${pointName(b)} ${pointName(a)} ${block.level}`),
      ),
      above: places.get(placeName(block.base, block.level + 1)),
      below: places.get(placeName(block.base, block.level - 1)),
    }));
    this.levels = Math.max(...blocks.map((block) => block.level)) + 1;
    const all = blocks.flatMap((block) => block.base);
    const [left, right] = range(all.map(([x]) => x));
    const [near, far] = range(all.map(([, y]) => y));
    this.middle = [(left + right) / 2, (near + far) / 2];
    this.wide = Math.max(
      ...all.map(([x, y]) => Math.hypot(x - this.middle[0], y - this.middle[1])),
    );
    this.air = Math.min(2.4, 0.45 * (far - near));
    this.pieces = piecesFromTheTop(blocks);
  }

  /**
   * Half the size of the paper, in sides of a cell, on which the solid fits however it is turned.
   */
  radius(/** @type {Look} */ look) {
    return Math.hypot(this.wide, new View(look, this).half);
  }

  /**
   * The faces that are seen, from the farthest to the nearest.
   * @param {Look} look
   * @returns {Face[]}
   */
  faces(look) {
    const view = new View(look, this);
    const gone = new Set(
      this.pieces.slice(0, Math.max(0, look.off - 1)).map((piece) => piece.group),
    );
    const { lifted } = view;
    const isLifted = (block) =>
      Boolean(lifted) && block?.group === lifted.group && block.colour !== null;
    const isGone = (block) => (block.colour === null ? !look.free : gone.has(block.group));
    /** Whether a block covers the face of another one that touches it. */
    const covers = (other, block) =>
      other &&
      !isGone(other) &&
      isLifted(other) === isLifted(block) &&
      (other.colour !== null || block.colour === null);
    const drawn = this.cells.filter(({ block }) => !isGone(block));
    drawn.sort((one, two) => view.toViewer(one) - view.toViewer(two));
    const parts = [
      drawn.filter(({ block }) => !isLifted(block)),
      drawn.filter(({ block }) => isLifted(block)),
    ];
    if (look.tilt < 0) parts.reverse(); // what is lifted is behind for one who looks up
    return parts
      .flat()
      .flatMap((cell) => facesOf(cell, view, isLifted(cell.block) ? view.lift : 0, covers));
  }
}

class View {
  /** @param {Look} look @param {Scene} scene */
  constructor({ turn, tilt, apart, off }, scene) {
    [this.cos, this.sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    [this.down, this.up] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
    this.gap = apart * scene.air;
    this.scene = scene;
    /** The piece that hovers above the solid, since it was taken off last. */
    this.lifted = off > 0 ? scene.pieces[off - 1] : null;
    const top = this.height(scene.levels - 1) + 1;
    this.lift = this.lifted ? top + HOVER - this.height(this.lifted.lowest) : 0;
    this.half = (this.lifted ? this.lift + this.height(this.lifted.highest) + 1 : top) / 2;
  }

  turned(x, y) {
    return [x * this.cos - y * this.sin, x * this.sin + y * this.cos];
  }

  height(level) {
    return level * (1 + this.gap);
  }

  at([x, y], height) {
    const [right, away] = this.turned(x - this.scene.middle[0], y - this.scene.middle[1]);
    return [right, -(away * this.down + (height - this.half) * this.up)];
  }

  toViewer({ centre, block }) {
    return this.height(block.level) * this.down - this.turned(...centre)[1] * this.up;
  }
}

/** @returns {Face[]} */
function facesOf({ block, beside, above, below }, view, up, covers) {
  const low = view.height(block.level) + up;
  const faces = [];
  const foreign = (other) => !other || !covers(other, block) || other.group !== block.group;
  const edges = sides(block.base);
  const count = edges.length;
  edges.forEach(([a, b], number) => {
    const [right, away] = view.turned(b[1] - a[1], a[0] - b[0]); // outwards
    if (-away * view.up < 1e-9 || covers(beside[number], block)) return;
    faces.push({
      points: [view.at(a, low), view.at(b, low), view.at(b, low + 1), view.at(a, low + 1)],
      block,
      dark: 0.16 + (0.14 * right) / Math.hypot(right, away),
      strong: [
        below,
        beside[(number + 1) % count],
        above,
        beside[(number + count - 1) % count],
      ].map(foreign),
    });
  });
  const cover = view.down > 0 ? above : below;
  if (Math.abs(view.down) > 1e-9 && (view.gap > 0 || !covers(cover, block))) {
    const height = view.down > 0 ? low + 1 : low;
    faces.push({
      points: block.base.map((point) => view.at(point, height)),
      block,
      dark: view.down > 0 ? 0 : 0.32,
      strong: beside.map(foreign),
    });
  }
  return faces;
}

/** The pieces, the one that reaches highest first. */
function piecesFromTheTop(blocks) {
  const pieces = new Map();
  for (const { group, label, level, colour } of blocks) {
    if (colour === null) continue;
    if (!pieces.has(group)) pieces.set(group, { group, label, levels: [] });
    pieces.get(group).levels.push(level);
  }
  const found = [...pieces.values()].map(({ levels, ...piece }) => {
    const [lowest, highest] = range(levels);
    const height = levels.reduce((sum, level) => sum + level) / levels.length;
    return { ...piece, lowest, highest, height };
  });
  return found.sort((one, two) => two.height - one.height);
}

function sides(base) {
  return base.map((corner, number) => [corner, base[(number + 1) % base.length]]);
}

/** The middle of some points. */
export function mean(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

function range(numbers) {
  return [Math.min(...numbers), Math.max(...numbers)];
}

function pointName([x, y]) {
  return `${Math.round(1000 * x)},${Math.round(1000 * y)}`;
}

function placeName(base, level) {
  return `${base.map(pointName).sort().join(" ")} ${level}`;
}
