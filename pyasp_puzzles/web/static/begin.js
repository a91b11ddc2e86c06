// Asks for the board of the address, or for the gallery, while the rest of the page still comes. It
// is small.

/** Milliseconds after which the network is slow, and by which moves are asked later then. */
const [SLOW, AFTER] = [1000, 500];
const [, puzzle, instance] = /^#\/([^/?]+)\/([^/?]+)$/.exec(location.hash) ?? [];
globalThis.early = new Map();
const ask = (path, options = {}) => {
  const asked = fetch(path, options);
  asked.catch(() => {}); // who waits for it says so
  globalThis.early.set(path + (options.body ?? ""), asked);
};
if (instance && instance !== "daily") {
  const body = JSON.stringify({
    puzzle: decodeURIComponent(puzzle),
    instance: decodeURIComponent(instance),
  });
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  ask("/api/board", options);
  // On a slow network the board comes first.
  setTimeout(() => ask("/api/hands", options), performance.now() < SLOW ? 0 : AFTER);
} else {
  ask("/api/puzzles");
}
