/** What a player is about to do: one of the actions that the server lists, or one that was written. */

import type { Choice, Choices } from "../protocol";
import type { Play, Primary, Sitting } from "../table/game";
import { refusal, say } from "../texts";
import { kindOf, labelOf } from "./telling";

/** What stands on a button has to be short. */
const LONGEST_LABEL = 22;
const RESIGN = "Resign";

type Draft = { action: unknown } | { wrong: string } | null;

export const written = (action: unknown): string => JSON.stringify(action);

/** The kind of an action as the server calls it. */
export const typeOf = (choice: Choice): string => (choice.action as { type: string }).type;

export class PlainPlay implements Play<unknown> {
  readonly sitting: Sitting<unknown, unknown>;
  /** What may be done; how many more of each kind there are beside those listed. */
  choices = $state.raw<readonly Choice[]>([]);
  more = $state.raw<Choices["more"]>({});
  /** Whether the server lists what may be done: never in rated games, and where it costs the score only when wanted. */
  listing = $state<"coming" | "there" | "never" | "unwanted" | "failed">("coming");
  containing = $state("");
  /** Whether the hand was at the choices: those of the next turn take it over. */
  hadFocus = false;
  /** What was chosen or written, as JSON. */
  text = $state("");
  #judged = $state.raw<{ text: string; found: Choice } | null>(null);
  #asked = 0;
  #isWanted = false;

  #draft: Draft = $derived(drafted(this.text));
  chosen: Choice | null = $derived(this.choices.find(({ action }) => written(action) === this.text) ?? null);
  /** What it would bring, as far as that is known. */
  found: Choice | null = $derived(this.chosen ?? (this.#judged?.text === this.text ? this.#judged.found : null));

  constructor(sitting: Sitting<unknown, unknown>) {
    this.sitting = sitting;
  }

  arrived(): void {
    // what is in sight was possible before
    this.listing = "coming";
    void this.list();
  }

  /** List what may be done from now on, though the score will not stand. */
  async listAllTheSame(): Promise<void> {
    this.#isWanted = true;
    this.hadFocus = true;
    this.listing = "coming";
    await this.list();
  }

  /** Ask what may be done now. */
  async list(): Promise<void> {
    const asked = ++this.#asked;
    if (this.sitting.listingCostsScore && !this.#isWanted) {
      this.listing = "unwanted";
      return;
    }
    const wasChosen = this.chosen !== null;
    let found: Choices | null = { choices: [], more: {} };
    if (this.sitting.toAct) {
      try {
        found = await this.sitting.choices(this.containing.trim());
      } catch {
        this.listing = "failed";
        return;
      }
    }
    if (asked !== this.#asked) {
      return;
    }
    this.listing = found ? "there" : "never";
    this.choices = (found?.choices ?? []).filter((each) => typeOf(each) !== RESIGN);
    this.more = found?.more ?? {};
    // what was written stays; what was chosen only as long as it is possible
    if (!this.chosen && (wasChosen || !this.text)) {
      const [first, ...others] = this.choices;
      this.text = first && !others.length && !this.containing ? written(first.action) : "";
    }
  }

  choose(choice: Choice): void {
    this.text = written(choice.action);
  }

  /** Ask what the action that was written would bring. */
  async judge(): Promise<void> {
    const { text } = this;
    if (this.#draft && "action" in this.#draft && !this.chosen) {
      const found = await this.sitting.preview(this.#draft.action);
      this.#judged = found && { text, found };
    }
  }

  async act(): Promise<void> {
    if (this.#draft && "action" in this.#draft) {
      const verdict = await this.sitting.act(this.#draft.action);
      this.text = verdict.done ? "" : this.text;
    }
  }

  get primary(): Primary {
    const { sitting } = this;
    const draft = this.#draft;
    const ready = sitting.toAct && !sitting.lookingBack && draft !== null && "action" in draft;
    const label = ready ? this.#label(draft.action) : say("Do it");
    return { label, why: this.#why, disabled: !ready || this.problem !== null, run: () => void this.act() };
  }

  get #why(): string | null {
    const { sitting } = this;
    if (sitting.lookingBack) {
      return null;
    }
    if (!sitting.toAct) {
      return say("Waiting for {names}.", { names: sitting.waitedFor.map((seat) => sitting.nameOf(seat)).join(", ") });
    }
    return this.text || this.listing === "coming" ? null : say("Choose what to do.");
  }

  #label(action: unknown): string {
    const whole = labelOf(action, this.sitting);
    return whole.length <= LONGEST_LABEL ? whole : kindOf(action);
  }

  get tools(): [] {
    return [];
  }

  get problem(): string | null {
    const draft = this.#draft;
    if (draft && "wrong" in draft) {
      return say("This is not JSON: {why}", { why: draft.wrong });
    }
    return this.found?.problem ? refusal(this.found.problem, this.found.clause) : null;
  }

  key({ key, target }: KeyboardEvent): boolean {
    const isMeant = key === "Enter" && target === document.body && !this.primary.disabled && !this.sitting.busy;
    if (isMeant) {
      void this.act();
    }
    return isMeant;
  }
}

function drafted(text: string): Draft {
  if (!text.trim()) {
    return null;
  }
  try {
    return { action: JSON.parse(text) as unknown };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}
