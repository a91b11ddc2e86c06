// A service worker: the page and the gallery go on without a network. Boards are kept by store.js.

const KEPT = "page";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const own = origin === location.origin && request.method === "GET";
  if (own && !/^\/api\/(jobs|state)/.test(pathname)) event.respondWith(answer(request, pathname));
});

/** Files with a version as they are kept; all else from the network as long as there is one. */
async function answer(request, path) {
  const cache = await caches.open(KEPT);
  const version = /^\/static\/v-\w+\//.exec(path)?.[0];
  const name = request.mode === "navigate" ? "/" : request;
  const kept = await cache.match(name, { ignoreVary: true });
  if (version && kept) return kept;
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(name, found.clone());
    if (version) await forget(cache, version);
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Files of other versions are not needed any more. */
async function forget(cache, version) {
  for (const each of await cache.keys()) {
    const { pathname } = new URL(each.url);
    if (pathname.startsWith("/static/v-") && !pathname.startsWith(version))
      await cache.delete(each);
  }
}
