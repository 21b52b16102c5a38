// @ts-check
/// <reference lib="webworker" />

/**
 * Keeps one page for the time without a connection, in every language, and answers with it where a page
 * cannot be had. It keeps nothing else: the game is on the server, and requests of the game pass it by.
 *
 * Its own address holds the languages, the path of the statics and a digest of the texts. Both change with
 * their content, so a new version of the site is a new worker with a cache of its own.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const given = new URL(worker.location.href).searchParams;
const statics = given.get("statics") ?? "";
const languages = given.getAll("language");
const root = new URL("./", worker.location.href).pathname;

const FAMILY = `2048 offline ${root}`;
const NAME = `${FAMILY} ${statics} ${given.get("texts")}`;
const FILES = ["css/site.css", "img/icon.svg", "js/offline.js", "js/settings.js", "js/storage.js"].map(
  (file) => statics + file,
);

/** @param {string} language */
const page = (language) => `${root}${language}/offline`;

async function keep() {
  const cache = await caches.open(NAME);
  // Without cookies: the page is kept for every choice of its reader, and its script applies that.
  const pages = languages.map((language) => new Request(page(language), { credentials: "omit" }));
  await cache.addAll([...pages, ...FILES]);
  await worker.skipWaiting();
}

async function cleanUp() {
  for (const name of await caches.keys()) {
    if (name.startsWith(FAMILY) && name !== NAME) await caches.delete(name);
  }
  // Pages do not wait for the worker to wake.
  await worker.registration.navigationPreload?.enable();
}

/** @param {string} path */
function languageOf(path) {
  const wanted = [path.slice(root.length).split("/")[0], ...navigator.languages.map((each) => each.split("-")[0])];
  return wanted.find((each) => languages.includes(each)) ?? languages[0];
}

/** @param {FetchEvent} event */
async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const kept = await caches.match(page(languageOf(new URL(request.url).pathname)));
    return kept ?? Response.error();
  }
}

/** @param {Request} request */
const loadStatic = async (request) => (await caches.match(request.url)) ?? fetch(request);

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(cleanUp()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(load(event));
  else if (FILES.includes(new URL(url).pathname)) event.respondWith(loadStatic(event.request));
});
