/** One place at a table: what is seen from it, what is done from it, and looking back. */

import { ask } from "../api";
import { chosenNotation } from "../look/notation.svelte";
import type { Choice, Choices, Envelope, TableEvent, TableShown } from "../protocol";
import { say } from "../texts";
import type { AnyGame, Move, Play, Question, Sitting, Verdict } from "./game";
import type { TableHere } from "./here.svelte";
import { movesOf } from "./moves";
import { seatName } from "./names";
import { play as makeSound, type SoundName } from "./sounds";

export class SittingHere implements Sitting<unknown, unknown> {
  readonly seat: number | null;
  shown = $state.raw<TableShown | null>(null);
  /** When `shown` came, by the clock of this device. */
  shownAt = 0;
  /** The events that still count. */
  events = $state.raw<Envelope[]>([]);
  play = $state.raw<Play<unknown> | null>(null);
  /** What happened last, as a sentence. */
  lastSentence = $state("");
  #here: TableHere;
  #pastView = $state.raw<{ view: unknown } | null>(null);
  #step = $state<number | null>(null);
  #views = new Map<number, unknown>();
  #underWay = $state(0);
  #asked = 0;

  moves: Move[] = $derived(movesOf(this.shown?.lines, this));
  question: Question<unknown> | null = $derived.by(() => {
    const { seat, newest } = this;
    return seat !== null && this.toAct && newest !== null ? (this.game.question?.(newest, seat, this) ?? null) : null;
  });

  /** The words that were laid; none in a game without words. */
  words: readonly string[] = $derived.by(() => [
    ...new Set(this.events.flatMap(({ event }) => this.game.words?.(event) ?? [])),
  ]);

  constructor(here: TableHere, seat: number | null) {
    this.#here = here;
    this.seat = seat;
  }

  get game(): AnyGame {
    return this.#here.game;
  }

  get notation(): string {
    return chosenNotation() ?? this.#here.preset.notation;
  }

  get view(): unknown {
    return this.#pastView ? this.#pastView.view : this.newest;
  }

  get newest(): unknown {
    return this.shown?.view ?? null;
  }

  get lookingBack(): boolean {
    return this.#pastView !== null;
  }

  get toAct(): boolean {
    return this.seat !== null && this.shown?.status === "playing" && this.seat in this.shown.turns;
  }

  get waitedFor(): readonly number[] {
    return Object.keys(this.shown?.turns ?? {}).map(Number);
  }

  get nSeats(): number {
    return this.#here.summary.seats.length;
  }

  get mayPrepare(): boolean {
    return this.seat !== null && this.shown?.status === "playing" && !this.lookingBack;
  }

  get leftMs(): number | null {
    return this.toAct && this.seat !== null ? this.leftOf(this.seat, this.#here.now) : null;
  }

  get busy(): boolean {
    return this.#underWay > 0;
  }

  nameOf = (seat: number): string => seatName(this.shown?.seats ?? this.#here.summary.seats, seat);

  // --- what comes -----------------------------------------------------------------------------------------

  /** The table has changed. */
  arrived(shown: TableShown): void {
    const first = this.shown === null;
    const wasToAct = this.toAct;
    // the socket may tell again what the page had brought along
    const isNew = this.shown?.seq !== shown.seq;
    // and what is asked for again may be under way already
    const events = shown.events.filter(({ seq }) => seq >= (this.shown?.seq ?? 0));
    this.shown = shown;
    this.shownAt = Date.now();
    this.events = standing([...this.events, ...events]);
    if (shown.view === null || !isNew) {
      return;
    }
    if (events.some(({ event }) => (event as TableEvent).type === "TakenBack")) {
      this.#backToPresent(); // what is looked at may be gone
    }
    this.play ??= this.game.sit(this);
    this.play.arrived(events.map((each) => each.event));
    this.#tell(events, !first);
    if (this.toAct && !wasToAct && !first) {
      this.sound("turn");
    }
  }

  #tell(events: readonly Envelope[], aloud: boolean): void {
    const lines = new Map(this.moves.map((move) => [move.seq, move]));
    const sentences = events
      .map(({ seq, event }) => describe(event as TableEvent) ?? this.game.describe(event, this, lines.get(seq)))
      .filter((each) => each !== null);
    const last = sentences.at(-1);
    if (last !== undefined) {
      this.lastSentence = last;
    }
    if (aloud && sentences.length) {
      this.speak(sentences.join(" "));
    }
  }

  // --- what is done ---------------------------------------------------------------------------------------

  async act(action: unknown): Promise<Verdict> {
    const { seat } = this;
    if (seat === null) {
      return { done: false, message: "", clause: null };
    }
    this.#underWay += 1;
    const turn = this.shown?.turns[seat] ?? null;
    const verdict = await this.#here.request({ type: "act", seat, turn, action });
    this.#underWay -= 1;
    if (!verdict.done) {
      this.sound("refused");
    }
    return verdict;
  }

  async preview(action: unknown): Promise<Choice | null> {
    const { seat } = this;
    const number = ++this.#asked;
    if (seat === null) {
      return null;
    }
    try {
      const table_id = this.#here.summary.id;
      const found = await ask("POST /api/tables/{table_id}/preview", { table_id }, { seat, action });
      return number === this.#asked ? found : null;
    } catch {
      return null;
    }
  }

  async previews(actions: readonly unknown[]): Promise<Choice[]> {
    const { seat } = this;
    try {
      const table_id = this.#here.summary.id;
      return seat === null ? [] : await ask("POST /api/tables/{table_id}/previews", { table_id }, { seat, actions: [...actions] });
    } catch {
      return [];
    }
  }

  async hints(limit = 10): Promise<unknown[]> {
    const { seat } = this;
    if (seat === null || !this.#here.summary.tells_plays) {
      return [];
    }
    const table_id = this.#here.summary.id;
    return (await ask("GET /api/tables/{table_id}/actions", { table_id, seat, limit })) as unknown[];
  }

  get listingCostsScore(): boolean {
    return this.#here.summary.listing_costs_score;
  }

  async choices(containing: string): Promise<Choices | null> {
    const { seat } = this;
    if (seat === null || !this.#here.summary.tells_plays) {
      return null;
    }
    return await ask("GET /api/tables/{table_id}/choices", { table_id: this.#here.summary.id, seat, containing });
  }

  remember(text: string): void {
    localStorage.setItem(this.#key, text);
  }

  remembered(): string | null {
    return localStorage.getItem(this.#key);
  }

  get #key(): string {
    return `table ${this.#here.summary.id} ${this.seat}`;
  }

  speak(text: string): void {
    this.#here.speak(text);
  }

  sound(name: SoundName): void {
    makeSound(name);
  }

  // --- looking back ---------------------------------------------------------------------------------------

  /** How many moves are in sight, or will be once the server has answered: all of them, or fewer. */
  get step(): number {
    return this.#step ?? this.moves.length;
  }

  /** See the table as it was after some moves; after all of them it is the present. */
  async lookAt(step: number): Promise<void> {
    const wanted = Math.max(0, Math.min(step, this.moves.length));
    const last = this.moves[wanted - 1];
    // several lines may come from one event, and are seen together
    const next = this.moves.slice(wanted).find(({ seq }) => seq !== last?.seq);
    if (next === undefined) {
      this.#backToPresent();
      return;
    }
    this.#step = wanted;
    const view = await this.#viewBefore(next.seq);
    // whoever steps fast sees only where he stops
    if (view !== null && this.#step === wanted) {
      this.#pastView = { view };
      if (last) {
        const told = [last.text, last.where, last.points].filter((each) => each !== undefined);
        this.speak(`${this.nameOf(last.seat)}: ${told.join(", ")}`);
      }
    }
  }

  #backToPresent(): void {
    this.#step = null;
    this.#pastView = null;
  }

  async #viewBefore(seq: number): Promise<unknown> {
    if (!this.#views.has(seq)) {
      const table_id = this.#here.summary.id;
      const whose: Record<string, number> = this.seat === null ? {} : { seat: this.seat };
      const past = await ask("GET /api/tables/{table_id}/past", { table_id, seq, ...whose });
      this.#views.set(seq, past.view);
    }
    return this.#views.get(seq) ?? null;
  }

  /** What is left to a seat at some time, or null where nothing limits it. */
  leftOf(seat: number, now: number): number | null {
    const { shown } = this;
    const running = shown?.left_ms[seat];
    if (running !== undefined) {
      return running - (now - this.shownAt);
    }
    return shown?.bank_ms?.[seat] ?? null;
  }
}

/** What the people at the table have agreed on, in one sentence. */
const describe = (event: TableEvent): string | null => (event.type === "TakenBack" ? say("A move was taken back.") : null);

/** The events that are left when those taken back are not counted. */
export function standing(all: readonly Envelope[]): Envelope[] {
  let counted: Envelope[] = [];
  for (const each of all) {
    const event = each.event as TableEvent;
    if (event.type === "TakenBack") {
      counted = counted.filter(({ seq }) => seq <= event.to_seq);
    }
    counted.push(each);
  }
  return counted;
}
