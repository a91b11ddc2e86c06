// Asks for the board of the address while the rest of the page still comes. It is the first script, and small.

const [, puzzle, instance] = /^#\/([^/?]+)\/([^/?]+)$/.exec(location.hash) ?? [];
if (instance && instance !== "daily") {
  const body = JSON.stringify({ puzzle: decodeURIComponent(puzzle), instance: decodeURIComponent(instance) });
  const ask = (path) => {
    const asked = fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    asked.catch(() => {}); // who waits for it says so
    return asked;
  };
  globalThis.early = { body, "/api/board": ask("/api/board"), "/api/hands": ask("/api/hands") };
}
