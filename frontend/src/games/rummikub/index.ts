/** The number tiles. */

import { game } from "../../table/game";
import { counted, number, say } from "../../texts";
import Board from "./Board.svelte";
import { NumberPlay } from "./play.svelte";
import Rack from "./Rack.svelte";
import { describe, reason } from "./telling";
import type { Action, Event, View } from "./types";
import Unseen from "./Unseen.svelte";

export default game<View, Event, Action, NumberPlay>({
  sit: (sitting) => new NumberPlay(sitting),
  wide: true,
  Board,
  Rack,
  panels: [
    {
      id: "unseen",
      icon: "bag",
      title: () => say("Unseen tiles"),
      pill: (view) => say("Bank {n}", { n: view.bank_size }),
      note: (view) => say("In the bank: {n}", { n: view.bank_size }),
      Content: Unseen,
    },
  ],
  figure: (view, seat) => {
    if (view.outcome) {
      const points = view.totals[seat] ?? 0;
      return { text: number(points), spoken: counted(points, "{n} point|{n} points") };
    }
    const tiles = view.table.rack_sizes[seat] ?? 0;
    const spoken = counted(tiles, "{n} number tile|{n} number tiles");
    if (view.table.opened.includes(seat)) {
      return { text: number(tiles), spoken, counts: "tiles" };
    }
    const tag = say("below {n}", { n: view.table.options.opening_points });
    return { text: number(tiles), spoken: `${spoken}, ${say("not open yet")}`, counts: "tiles", tag };
  },
  describe,
  reason,
  question: (view, seat) => {
    const { asked, options } = view.table;
    if (!asked.includes(seat)) {
      return null;
    }
    return {
      title: say("The deal"),
      text: say("Do you play with these tiles? With {n} doublets you may ask for a new deal.", { n: options.redeal_doublets ?? 3 }),
      answers: [
        { label: say("New deal"), action: { type: "Redeal" }, grave: true },
        { label: say("I am ready"), action: { type: "Ready" } },
      ],
    };
  },
});
