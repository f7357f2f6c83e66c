/** Looking back at one finished game: its moves, what an engine says of them, and the one that is looked at. */

import { ask } from "../api";
import type { PresetShown, ReviewShown, TableShown, TableSummary, TurnReview } from "../protocol";
import { chosenNotation } from "../look/notation.svelte";
import { inLanguage, say } from "../texts";
import type { AnyGame, Move, Names } from "../table/game";
import { loadGame } from "../table/games";
import { movesOf } from "../table/moves";
import { seatName } from "../table/names";
import { loadReviewing, type AnyReviewing } from "./game";
import { Looking } from "./looking";

const ASK_EVERY_MS = 700;
/** How often work that nobody does any more is asked for again. */
const PATIENCE = 3;

interface Known {
  table: TableSummary;
  preset: PresetShown;
  seen: TableShown;
}

/** A move, its number, and what an engine says of it. */
export interface Told {
  n: number;
  move: Move;
  turn: TurnReview | null;
}

export class LookingBack implements Names {
  readonly table: TableSummary;
  readonly preset: PresetShown;
  readonly seen: TableShown;
  readonly game: AnyGame;
  readonly reviewing: AnyReviewing;
  readonly moves: Move[];
  review = $state.raw<ReviewShown | null>(null);
  /** Why there is no review, as a sentence. */
  problem = $state("");
  /** Whose moves are looked at. */
  seat = $state(0);
  /** How many moves have been made in what is looked at. */
  step = $state(0);
  /** Whether the better move is shown instead of the one made. */
  better = $state(false);
  looking = $state.raw<Looking | null>(null);
  /** What the one who moved had in hand. */
  rack = $state("");
  spoken = $state("");
  #views = new Map<string, Promise<unknown>>();
  #wanted = 0;

  told: Told[] = $derived.by(() => {
    const turns = [...(this.review?.turns ?? [])];
    return this.moves.map((move, n) => {
      // the last move may have several lines: the first one is the move itself
      const at = turns.findIndex((turn) => turn.seat === move.seat && turn.seq <= move.seq && move.seq <= turn.last);
      return { n: n + 1, move, turn: at < 0 ? null : (turns.splice(at, 1)[0] ?? null) };
    });
  });
  /** The moves of the seat that an engine has judged. */
  judged: Told[] = $derived(this.told.filter(({ turn }) => turn?.seat === this.seat));

  private constructor(known: Known, game: AnyGame, reviewing: AnyReviewing) {
    this.table = known.table;
    this.preset = known.preset;
    this.seen = known.seen;
    this.game = game;
    this.reviewing = reviewing;
    this.moves = movesOf(known.seen.lines, this);
    this.seat = known.table.your_seats[0] ?? known.seen.outcome?.ranking[0]?.[0] ?? 0;
    this.step = this.moves.length;
    void this.lookAt(this.step);
    void this.#follow();
  }

  /** The game that the page has brought along. */
  static async open(): Promise<LookingBack | null> {
    const known = JSON.parse(document.getElementById("here")?.textContent ?? "null") as Known | null;
    if (!known) {
      return null;
    }
    const [game, reviewing] = await Promise.all([loadGame(known.preset.game), loadReviewing(known.preset.game)]);
    return new LookingBack(known, game, reviewing);
  }

  get notation(): string {
    return chosenNotation() ?? this.preset.notation;
  }

  get nSeats(): number {
    return this.table.seats.length;
  }

  get title(): string {
    return inLanguage(this.preset.sentence);
  }

  get isOwn(): boolean {
    return this.table.your_seats.includes(this.seat);
  }

  /** The move that is looked at; null before the first one. */
  get at(): Told | null {
    return this.told[this.step - 1] ?? null;
  }

  nameOf = (seat: number): string => seatName(this.table.seats, seat);

  // --- the review -------------------------------------------------------------------------------------------

  async #follow(): Promise<void> {
    const table_id = this.table.id;
    try {
      this.review = await ask("POST /api/tables/{table_id}/review", { table_id });
      for (let again = 0; !this.review.done && again < PATIENCE; ) {
        await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
        const before = this.review.n_done;
        this.review = await ask("GET /api/tables/{table_id}/review", { table_id });
        if (!this.review.done && !this.review.under_way) {
          again += this.review.n_done > before ? 0 : 1;
          this.review = await ask("POST /api/tables/{table_id}/review", { table_id });
        }
      }
      if (!this.review.done) {
        this.problem = say("The engine cannot judge this game here.");
      }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  // --- looking at moves ---------------------------------------------------------------------------------------

  /** Look at the table after some moves, or at what should have been done instead of the last of them. */
  async lookAt(step: number, better = false): Promise<void> {
    const wanted = ++this.#wanted;
    this.step = Math.max(0, Math.min(step, this.moves.length));
    const told = this.at;
    const suggestion = better ? (told?.turn?.verdict.better ?? null) : null;
    this.better = suggestion !== null;
    const seat = told?.move.seat ?? this.seat;
    const [before, after] = await Promise.all([told ? this.#viewBefore(told) : null, suggestion ? null : this.#viewAfter(told)]);
    // whoever steps fast sees only where he stops
    if (wanted !== this.#wanted) {
      return;
    }
    const looking = new Looking(this.game, this, suggestion ? before : after, seat);
    if (suggestion) {
      this.reviewing.suggest(looking.play, suggestion.action, suggestion.gain);
    }
    this.looking = looking;
    this.rack = told?.turn && before ? this.reviewing.rack(before) : "";
    this.spoken = told ? `${this.nameOf(seat)}: ${told.move.text} ${told.move.points ?? ""}` : "";
  }

  /** The table as the one who moved saw it before. */
  #viewBefore(told: Told): Promise<unknown> {
    return this.#view(told.turn?.seq ?? told.move.seq, told.move.seat);
  }

  #viewAfter(told: Told | null): Promise<unknown> {
    const next = this.moves.slice(this.step).find(({ seq }) => seq !== told?.move.seq);
    if (next === undefined) {
      return Promise.resolve(this.seen.view);
    }
    return this.#view(told?.turn ? told.turn.last + 1 : next.seq, told?.move.seat ?? this.seat);
  }

  #view(seq: number, seat: number): Promise<unknown> {
    const key = `${seq} ${seat}`;
    const kept = this.#views.get(key);
    if (kept) {
      return kept;
    }
    const view = ask("GET /api/tables/{table_id}/past", { table_id: this.table.id, seq, seat }).then((past) => past.view);
    this.#views.set(key, view);
    return view;
  }
}
