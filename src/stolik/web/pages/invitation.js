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

export async function copyLink() {
  const link = at("link");
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(link.value);
  } else {
    // plain http has no clipboard
    link.select();
    document.execCommand("copy");
  }
  at("copy").textContent = say("Copied");
}
