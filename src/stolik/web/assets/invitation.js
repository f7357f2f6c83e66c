// How others come to a table: a link, a code to say on the telephone, a picture to point a camera at.

import { at } from "./show.js";
import { say } from "./texts.js";

/** Let somebody sit down, or let who sits invite others, as long as seats are free. */
export function showInvitation(summary, status) {
  const seated = summary.your_seats.length > 0;
  const waiting = status === "waiting";
  at("sit").hidden = seated || !waiting;
  at("share").hidden = !seated || !waiting;
  if (seated && waiting && !at("link").value) {
    at("link").value = summary.url;
    at("code").textContent = summary.code ?? "";
    at("qr").src = `/api/tables/${summary.id}/qr.svg`;
    at("near").hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  }
}

/** Copy the link; where the browser refuses, it stays selected and the error is a sentence for people. */
export async function copyLink() {
  const link = at("link");
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    // plain http has no clipboard for scripts
    link.select();
    if (!document.execCommand("copy")) {
      throw new Error(say("The browser has copied nothing. Please copy the link by hand."));
    }
  }
  at("copy").textContent = say("Copied");
}
