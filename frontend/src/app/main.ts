/**
 * On every page: makes an app of it. Browsers let only pages of https or of the very machine have a worker; elsewhere
 * everything works as well, with a network.
 */

const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];

if ("serviceWorker" in navigator && isSecureContext) {
  // the page comes first
  addEventListener("load", () => void begin());
}

async function begin(): Promise<void> {
  if (!navigator.serviceWorker.controller) {
    // the worker that comes now did not see in which language this page is
    const spoken = await caches.open("spoken");
    await spoken.put("/spoken", new Response(document.documentElement.lang.slice(0, 2))).catch(() => null);
  }
  const registration = await navigator.serviceWorker.register("/worker.js").catch(() => null);
  if (registration && table) {
    // whoever is at the table need not be told any more
    const shown = await registration.getNotifications?.({ tag: table });
    shown?.forEach((each) => each.close());
  }
  if (registration && "Notification" in window && Notification.permission === "granted") {
    await (await import("./alerts")).renewAlerts().catch(() => null);
  }
}

export {};
