/** Any game without a folder of its own: its table in words, tiles and figures, what can be done as a list. */

import { game } from "../table/game";
import { counted, number, say } from "../texts";
import Board from "./Board.svelte";
import { PlainPlay } from "./play.svelte";
import Rack from "./Rack.svelte";
import { pointsOf } from "./reading";
import { wordsOf } from "./shapes";
import Writing from "./Writing.svelte";
import { describe } from "./telling";

export default game<unknown, unknown, unknown, PlainPlay>({
  sit: (sitting) => new PlainPlay(sitting),
  Board,
  Rack,
  panels: [
    {
      id: "writing",
      icon: "pen",
      title: () => say("Write an action yourself"),
      pill: () => say("Write"),
      shown: (sitting) => sitting.mayPrepare,
      Content: Writing,
    },
  ],
  figure: (view, seat, kind) => {
    // who plays together has no points of his own
    const points = kind === "together" ? undefined : pointsOf(view)?.[seat];
    return points === undefined ? null : { text: number(points), spoken: counted(points, "{n} point|{n} points") };
  },
  describe,
  // a sentence that the page knows, or the word of the game for it
  reason: (why) => (say(why) === why ? wordsOf(why) : say(why)),
});
