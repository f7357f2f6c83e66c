/** Alerts of turns: a browser asks its push service for an address and tells it to the server. */

import { ask } from "../api";

/** Why there are no alerts, or whether they are on. */
export type AlertState = "insecure" | "missing" | "blocked" | "off" | "on";

export async function alertState(): Promise<AlertState> {
  if (!isSecureContext) {
    return "insecure";
  }
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    return "missing";
  }
  if (Notification.permission === "denied") {
    return "blocked";
  }
  return (await subscription()) ? "on" : "off";
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ask for alerts in this browser; the person may say no. */
export async function beginAlerts(): Promise<AlertState> {
  if ((await Notification.requestPermission()) !== "granted") {
    return alertState();
  }
  await navigator.serviceWorker.register("/worker.js");
  const registration = await navigator.serviceWorker.ready;
  const { key } = await ask("GET /api/alerts");
  await told(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return alertState();
}

export async function endAlerts(): Promise<AlertState> {
  const held = await subscription();
  if (held) {
    await ask("DELETE /api/alerts", {}, { endpoint: held.endpoint });
    await held.unsubscribe();
  }
  return alertState();
}

/** Say it again at every visit: somebody else may be logged in now, and is then the one who is told. */
export async function renewAlerts(): Promise<void> {
  const held = "PushManager" in window ? await subscription() : null;
  if (held) {
    await told(held);
  }
}

async function told(held: PushSubscription): Promise<void> {
  const { endpoint, keys } = held.toJSON();
  await ask("POST /api/alerts", {}, { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
}
