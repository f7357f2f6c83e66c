/** Whether a finished game was dealt as promised: dealt again in the browser, by a file that anybody can read. */

import { ask } from "../api";
import { counted, N_, say } from "../texts";

interface Checked {
  ok: boolean;
  n_draws: number;
  problem: string | null;
  seq: number | null;
}

const CHECK = "/static/verify.js";

/** What the file may find. */
export const PROBLEMS = [
  N_("an event is missing or has another number"),
  N_("an event has another number"),
  N_("the log does not begin with its table"),
  N_("the seed is not told yet"),
  N_("the seed cannot be read"),
  N_("the seed does not have the promised hash"),
  N_("salt was added after the first draw"),
  N_("something was offered out of order, or is not in the box"),
  N_("something was not offered that was never drawn"),
  N_("a draw is told in the wrong number of places"),
  N_("the events do not tell a draw"),
  N_("the events tell another draw"),
  N_("one place tells two draws"),
  N_("the events tell of something that was not drawn"),
  N_("more was drawn than was offered"),
  N_("the seed gives other draws"),
  N_("a draw belongs to no entry"),
];

/** Yes or no, as a sentence that says where it differs. */
export async function verified(table_id: string): Promise<{ ok: boolean; sentence: string }> {
  try {
    const [file, log, draws] = await Promise.all([
      import(/* @vite-ignore */ CHECK) as Promise<{ verify(log: unknown, draws: unknown): Checked }>,
      ask("GET /api/tables/{table_id}/log", { table_id }),
      ask("GET /api/tables/{table_id}/draws", { table_id }),
    ]);
    const found = file.verify(log, draws);
    if (found.ok) {
      const text = N_(
        "Yes: the {n} draw follows from the seed that was promised before the game.|Yes: all {n} draws follow from the seed that was promised before the game.",
      );
      return { ok: true, sentence: counted(found.n_draws, text) };
    }
    const problem = say(found.problem ?? "");
    const sentence = found.seq === null ? say("No: {problem}.", { problem }) : say("No, at event {seq}: {problem}.", { seq: found.seq, problem });
    return { ok: false, sentence };
  } catch (error) {
    return { ok: false, sentence: error instanceof Error ? error.message : String(error) };
  }
}
