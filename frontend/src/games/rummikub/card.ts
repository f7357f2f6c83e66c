/** How the number tiles are offered on the first page. */

import type { Card } from "../../home/card";
import { say } from "../../texts";
import Picture from "./Picture.svelte";

export default {
  name: () => say("Number tiles"),
  sentence: () => say("Groups and runs, and everything on the table may be rebuilt. For 2 to 6."),
  Picture,
} satisfies Card;
