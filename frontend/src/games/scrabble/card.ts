/** How the board game is offered on the first page. */

import type { Card } from "../../home/card";
import { say } from "../../texts";
import Picture from "./Picture.svelte";

export default {
  name: () => say("Letter tiles on a board"),
  sentence: () => say("Words that cross, premium squares, seven tiles on the rack. For 2 to 4."),
  Picture,
} satisfies Card;
