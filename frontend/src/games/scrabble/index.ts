/** The board game with letter tiles. */

import { game } from "../../table/game";
import { counted, number, say } from "../../texts";
import "./placeholder.css";
import Board from "./Board.svelte";
import Dialogs from "./Dialogs.svelte";
import Notes from "./Notes.svelte";
import { BoardPlay } from "./play.svelte";
import Rack from "./Rack.svelte";
import { describe, reason } from "./telling";
import type { Action, Event, View } from "./types";
import Unseen from "./Unseen.svelte";

export default game<View, Event, Action, BoardPlay>({
  sit: (sitting) => new BoardPlay(sitting),
  Board,
  Rack,
  Notes,
  Dialogs,
  panels: [
    {
      id: "unseen",
      icon: "eye",
      title: () => say("Unseen tiles"),
      pill: (view) => say("Unseen {n}", { n: view.unseen.reduce((sum, [, count]) => sum + count, 0) }),
      note: (view) => say("In the bag: {n}", { n: view.bag_size }),
      Content: Unseen,
    },
  ],
  figure: (view, seat) => {
    const points = view.table.scores[seat] ?? 0;
    const tiles = view.table.rack_sizes[seat] ?? 0;
    const few = view.bag_size === 0 ? { note: counted(tiles, "{n} tile|{n} tiles") } : {};
    return { text: number(points), spoken: counted(points, "{n} point|{n} points"), ...few };
  },
  describe,
  words: (event) => (event.type === "Placed" ? event.words.map((word) => word.text) : []),
  reason,
  question: (view, seat, names) => {
    const { pending } = view.table;
    if (!pending || pending.seat === seat || !view.to_act.includes(seat)) {
      return null;
    }
    const text = describe({ type: "Placed", ...pending }, names) ?? "";
    return {
      title: say("Last move"),
      text,
      note: say("The dictionary opens only after a challenge."),
      answers: [
        { label: say("Challenge"), action: { type: "Challenge" }, grave: true },
        { label: say("Fine"), action: { type: "Accept" } },
      ],
    };
  },
});
