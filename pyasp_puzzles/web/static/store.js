// What the browser keeps: progress of each board, the theme; and boards in addresses.

const PREFIX = "pyasp-puzzles:";
/** Bytes of a text. */
const MOST_BYTES = 1_000_000;

/**
 * A short name for a text: 53 bits of a hash (cyrb53), which is enough to tell boards apart.
 * @param {string} text
 */
export function shortName(text) {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    a = Math.imul(a ^ sign, 2654435761);
    b = Math.imul(b ^ sign, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/**
 * @param {string} name
 * @returns {any} what was kept, or null; also null where the browser keeps nothing
 */
export function load(name) {
  try {
    return JSON.parse(loadText(name));
  } catch {
    return null;
  }
}

/**
 * What was kept, as text: two texts tell whether another tab has changed it.
 * @param {string} name
 */
export function loadText(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * Keeps a value; null forgets it.
 * @param {string} name
 * @param {any} value
 * @returns {boolean} whether the browser keeps it
 */
export function save(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // private windows and full stores
  }
}

/** All that is kept, by its names, but for the choice of colours. @returns {Object<string, any>} */
export function everything() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const names = keys.map((key) => key.slice(PREFIX.length)).filter((name) => name !== "theme");
  return Object.fromEntries(names.map((name) => [name, load(name)]));
}

/**
 * Keeps what `everything` gave; fails with an Error for anything else.
 * @param {Object<string, any>} kept
 * @returns {number} how many entries
 */
export function restore(kept) {
  const names = Object.keys(kept ?? {}).filter((name) => /^log$|^(board|daily):/.test(name));
  if (!names.length) throw new Error("The file has no boards and no statistics of this page.");
  for (const name of names)
    save(name, name === "log" ? { ...load(name), ...kept[name] } : kept[name]);
  return names.length;
}

/** @param {Uint8Array} bytes */
function toWord(bytes) {
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} word */
function fromWord(word) {
  const signs = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

/**
 * The bytes that come out of a stream; fails where they are more than any board has, so that a
 * short address cannot fill the memory.
 * @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
}

/** A text as a part of an address: compressed ("z"). */
async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  return `z=${toWord(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** What a part of an address holds, also a plain one ("t"). @param {URLSearchParams} words */
async function unpacked(words) {
  const word = words.get("z") ?? words.get("t");
  if (!word) return undefined;
  let bytes = fromWord(word);
  if (words.has("z")) bytes = await through(bytes, new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * The part of an address that holds a board, and perhaps what lies on it.
 * @param {string} puzzle
 * @param {string} text
 * @param {{atoms: string[], not: string[]} | null} [partial]
 */
export async function toFragment(puzzle, text, partial = null) {
  const moves = partial ? `&m=${encodeURIComponent(await packed(JSON.stringify(partial)))}` : "";
  return `#/${encodeURIComponent(puzzle)}?${await packed(text)}${moves}`;
}

/**
 * @param {string} fragment
 * @returns {Promise<{puzzle: string, instance?: string, text?: string, moves?: object}>} empty
 *   puzzle: the gallery
 */
export async function fromFragment(fragment) {
  const [path, query = ""] = fragment.replace(/^#\/?/, "").split("?");
  try {
    const [puzzle, instance] = path.split("/").map(decodeURIComponent);
    const words = new URLSearchParams(query);
    const text = await unpacked(words);
    if (text === undefined) return { puzzle, instance };
    if (!words.has("m")) return { puzzle, text };
    const { atoms, not } = JSON.parse(await unpacked(new URLSearchParams(words.get("m"))));
    return { puzzle, text, moves: { atoms: atoms.map(String), not: not.map(String) } };
  } catch {
    throw new Error("The address holds no whole board. Was it cut off?");
  }
}
