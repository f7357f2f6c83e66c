/** What the people at a table may ask each other for. */

import { say } from "../texts";
import type { Proposed, TableShown } from "../protocol";

export type Proposal = Proposed["what"];

/** What may be proposed while the game goes on: a draw, where people play against each other. */
export const duringPlay = (kind: TableShown["kind"] | undefined): readonly Proposal[] =>
  kind === "versus" ? ["take back", "draw", "abort"] : ["take back", "abort"];

/** The button that proposes something. */
export function proposalLabel(what: Proposal): string {
  return {
    draw: say("Offer a draw"),
    "take back": say("Take my move back"),
    abort: say("End without a result"),
    rematch: say("Play again"),
  }[what];
}

/** The question as the others see it. */
export function proposalQuestion(what: string, name: string): string {
  const questions: Record<string, string> = {
    draw: say("{name} offers a draw. Do you agree?", { name }),
    "take back": say("{name} would like to take a move back. Do you agree?", { name }),
    abort: say("{name} would like to end without a result. Do you agree?", { name }),
    rematch: say("{name} would like to play again. Do you agree?", { name }),
  };
  return questions[what] ?? what;
}
