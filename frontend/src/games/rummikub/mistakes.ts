/** What was wrong with a table that cost a penalty. The server tells it as a text of its own, to be said here. */

import { counted, N_, say } from "../../texts";
import { readable } from "./telling";
import type { TableRestored } from "./types";

/** The texts that may come: named here, so that the page brings them along in its language. */
export const MISTAKES: readonly string[] = [
  N_("{tiles}: a set has at least three tiles"),
  N_("{tiles}: neither one number in different colours nor one colour in sequence"),
  N_("{tiles}: {number} black twice in a group"),
  N_("{tiles}: {number} blue twice in a group"),
  N_("{tiles}: {number} red twice in a group"),
  N_("{tiles}: {number} orange twice in a group"),
  N_("{tiles}: a group has at most four tiles"),
  N_("{tiles}: {number} black twice in a run"),
  N_("{tiles}: {number} blue twice in a run"),
  N_("{tiles}: {number} red twice in a run"),
  N_("{tiles}: {number} orange twice in a run"),
  N_("{tiles}: a run goes from 1 to 13"),
  N_("{tiles}: 1 is always the lowest and never follows 13"),
  N_("{tiles}: {number} is missing in the run"),
  N_("before the opening the table stays as it is: {tiles}"),
  N_("an opening is worth {least} points or more, and this is {points}"),
  N_("a joker stands for its tile until that tile is laid for it: {tiles}"),
];

/** Why the table is as before, and what it cost: to others who it was, to oneself what was wrong. */
export function restored(event: TableRestored, name: string): string {
  const n = event.rack[0].length + event.rack[1];
  const price = counted(n, "The table is as before. Penalty: {n} tile.|The table is as before. Penalty: {n} tiles.");
  if (event.problem) {
    return `${say("That was a mistake:")} ${readable(say(event.problem.text, event.problem.values), event.clause)}. ${price}`;
  }
  if (event.cause === "time") {
    return `${say("{name} has no time left.", { name })} ${price}`;
  }
  const clause = event.clause ? ` (${event.clause})` : "";
  return `${say("{name} made a mistake.", { name })}${clause} ${price}`;
}
