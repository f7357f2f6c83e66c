/// <reference lib="webworker" />
/**
 * Stands between the pages and the network:
 *
 *   1. The files of the client are kept when this worker is installed, and answered from there: their names change with
 *      them, so none can be out of date. Those of the version before stay too: a page that was open meanwhile may still
 *      want one.
 *   2. A page always comes from the server. If the server cannot be reached, the copy is shown of a page that may be kept
 *      (the server says so: anything but `no-store`), else the page that says what works without a network. That one is
 *      kept in every language, and the language of the last page from the server is written down before the page is
 *      shown: nothing has to be fetched when somebody chooses another one.
 *   3. The API and the socket are none of its business: nothing that anybody does or sees at a table is ever kept.
 *   4. It shows that it is somebody's turn when a push says so, and takes that back when another push does.
 */

export {};

interface Shell {
  /** Another one for other files or texts. */
  version: string;
  files: string[];
  languages: string[];
}

/** What a push says. */
type Push = { type: "turn"; table: string; title: string; text: string } | { type: "gone"; table: string };

const worker = self as unknown as ServiceWorkerGlobalScope & { shell: Shell };
const OFFLINE = "/offline";
const PAGES = "pages";
/** Holds one answer at one place: the language of the last page; `app/main.ts` writes it where no worker answered. */
const SPOKEN = "spoken";
const LAST = "/spoken";
const SHELL = "shell ";
const OWN = SHELL + worker.shell.version;
const ICON = "/static/pages/icon-192.png";
/** How many pages are kept that were seen. */
const MOST_PAGES = 30;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (url.pathname.startsWith("/static/")) {
    event.respondWith(file(request));
  }
});
worker.addEventListener("push", (event) => event.waitUntil(pushed(event.data?.json() as Push)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(`/t/${event.notification.tag}`));
});

async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  await cache.addAll([...worker.shell.files, ICON, "/static/pages/icon.svg"]);
  await cache.addAll(worker.shell.languages.map((each) => new Request(`${OFFLINE}/${each}`, { cache: "reload" })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== OWN);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// --- answering ----------------------------------------------------------------------------------------------

async function page(event: FetchEvent): Promise<Response> {
  const spoken = lastSpoken();
  const answer = await fetch(event.request).catch(() => null);
  if (answer === null) {
    return withoutNetwork(new URL(event.request.url).pathname, await spoken);
  }
  const language = answer.headers.get("content-language");
  if (language && language !== (await spoken)) {
    // a page is shown even where there is no room to write
    await (await caches.open(SPOKEN)).put(LAST, new Response(language)).catch(() => null);
  }
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

async function lastSpoken(): Promise<string> {
  const written = await (await caches.open(SPOKEN)).match(LAST);
  return (await written?.text()) ?? navigator.language.slice(0, 2);
}

async function withoutNetwork(path: string, language: string): Promise<Response> {
  const [pages, own] = await Promise.all([caches.open(PAGES), caches.open(OWN)]);
  const kept = (await pages.match(path, { ignoreVary: true })) ?? (await own.match(`${OFFLINE}/${language}`, { ignoreVary: true })) ?? (await own.match(`${OFFLINE}/en`, { ignoreVary: true }));
  return kept ?? Response.error();
}

/** Keep a page that came from the server, if it may be kept. */
async function keep(request: Request, answer: Response): Promise<void> {
  const mayBeKept = answer.ok && !answer.redirected && !/no-store/.test(answer.headers.get("cache-control") ?? "no-store");
  const { pathname, search } = new URL(request.url);
  if (mayBeKept && !search && !pathname.startsWith(OFFLINE)) {
    const pages = await caches.open(PAGES);
    // put anew, so that the page seen longest ago is the first to go
    await pages.delete(pathname);
    await pages.put(pathname, answer);
    const all = await pages.keys();
    await Promise.all(all.slice(0, -MOST_PAGES).map((each) => pages.delete(each)));
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// --- telling ------------------------------------------------------------------------------------------------

async function pushed(push: Push): Promise<void> {
  const shown = await worker.registration.getNotifications({ tag: push.table });
  if (push.type === "gone") {
    shown.forEach((each) => each.close());
    return;
  }
  // whoever looks at the table sees it there
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === `/t/${push.table}`);
  if (!looks) {
    await worker.registration.showNotification(push.title, { body: push.text, tag: push.table, icon: ICON });
  }
}

async function goTo(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((each) => new URL(each.url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}
