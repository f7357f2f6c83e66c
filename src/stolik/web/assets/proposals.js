// What the people at a table may ask each other for: a draw, taking back, an end, another game.

import { at, element } from "./show.js";
import { say } from "./texts.js";

const DURING_PLAY = ["draw", "take back", "abort"];

function proposalText(what) {
  return {
    draw: say("Offer a draw"),
    "take back": say("Take my move back"),
    abort: say("End without a result"),
    rematch: say("Play again"),
  }[what];
}

/** Offer what may be proposed, and the answers to what was. */
export function proposals(shown, seat, nameOf, request) {
  const { asked, status, followed_by } = shown;
  at("asking").hidden = seat === null || status === "waiting";
  const possible = status === "over" ? (followed_by ? [] : ["rematch"]) : DURING_PLAY;
  at("proposals").replaceChildren(
    ...possible.map((what) => element("button", { type: "button", onclick: () => request("propose", { what }) }, proposalText(what))),
  );
  // once the game is over only another one can be agreed to
  const counts = asked && (status !== "over" || asked.what === "rematch");
  at("asked").replaceChildren(...(counts ? [question(asked, seat, nameOf, request)] : []));
}

function question(asked, seat, nameOf, request) {
  const answers = asked.agreed.includes(seat)
    ? [element("span", { class: "quiet" }, say("Waiting for the others."))]
    : [
        element("button", { type: "button", class: "chief", onclick: () => request("answer", { agrees: true, to: asked.seq }) }, say("Yes")),
        element("button", { type: "button", onclick: () => request("answer", { agrees: false, to: asked.seq }) }, say("No")),
      ];
  return element("div", { class: "row" }, element("strong", {}, `${nameOf(asked.seat)}: ${proposalText(asked.what)}?`), ...answers);
}
