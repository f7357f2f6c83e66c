/** The table that this page is at: who one is, the places one holds, the socket, and what is said. */

import { ask } from "../api";
import { inLanguage, refusal, say } from "../texts";
import type { AskedShown, PresetShown, Said, TableShown, TableSummary, Welcome } from "../protocol";
import type { AnyGame, Verdict } from "./game";
import { loadGame } from "./games";
import { Line, type Hearer } from "./line";
import { seatName } from "./names";
import { SittingHere } from "./sitting.svelte";

const TICK_MS = 250;

interface Known {
  table: TableSummary;
  preset: PresetShown;
  /** What the socket would tell first, for those who sit there. */
  seen: TableShown | null;
}

/** What the page has brought along of a table, so that nothing has to be asked for. */
function brought(table_id: string): Known | null {
  const text = document.getElementById("here")?.textContent;
  const known = text ? (JSON.parse(text) as Known) : null;
  return known?.table.id === table_id ? known : null;
}

async function asked(table_id: string): Promise<Known> {
  const [table, presets] = await Promise.all([
    ask("GET /api/tables/{table_id}", { table_id }),
    ask("GET /api/presets"),
  ]);
  const preset = presets.find((each) => each.id === table.preset);
  if (!preset) {
    throw new Error(table.preset);
  }
  return { table, preset, seen: null };
}

export class TableHere implements Hearer {
  readonly game: AnyGame;
  readonly preset: PresetShown;
  summary = $state.raw<TableSummary>() as TableSummary;
  sitting = $state.raw<SittingHere>() as SittingHere;
  link = $state<"connecting" | "connected" | "lost" | "expired">("connecting");
  player = $state("");
  /** Whom one does not want to hear, here and elsewhere. */
  #muted = $state.raw<readonly string[]>([]);
  #said = $state.raw<Said[]>([]);
  /** What is said, but for those who are muted. */
  chat = $derived(this.#said.filter(({ player }) => player === null || !this.#muted.includes(player)));
  nUnread = $state(0);
  /** A refusal or a complaint, until the next deed. */
  notice = $state("");
  /** What the live region says. */
  spoken = $state("");
  /** The time, which moves on only while a clock runs. */
  now = $state(Date.now());
  /**
   * The place of another person on this device who is to act while one's own is not: the tiles go out of sight until
   * that person says so.
   */
  covered: number | null = $derived.by(() => {
    const { seat, shown } = this.sitting;
    const turns = shown?.turns ?? {};
    return seat === null || seat in turns ? null : (this.summary.your_seats.find((each) => each in turns) ?? null);
  });
  /** What somebody has proposed, as long as it can be agreed to: after the end that is only another game. */
  asked: AskedShown | null = $derived.by(() => {
    const { asked, followed_by } = this.sitting.shown ?? { asked: null, followed_by: null };
    return this.status === "over" && (asked?.what !== "rematch" || followed_by !== null) ? null : asked;
  });
  /** The place for which this device has still to answer: one's own, then those of others who play here too. */
  answering: number | null = $derived.by(() => {
    const { asked, sitting, summary } = this;
    const places = sitting.seat === null ? [] : [sitting.seat, ...summary.your_seats];
    return places.find((seat) => asked && !asked.agreed.includes(seat)) ?? null;
  });
  #line: Line;

  private constructor({ table, preset, seen }: Known, game: AnyGame) {
    this.summary = table;
    this.preset = preset;
    this.game = game;
    this.#line = new Line(this);
    this.#sitAt(table.your_seats[0] ?? null, seen);
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** Come to a table. */
  static async open(table_id: string): Promise<TableHere> {
    const known = brought(table_id) ?? (await asked(table_id));
    return new TableHere(known, await loadGame(known.preset.game));
  }

  get title(): string {
    return inLanguage(this.preset.sentence);
  }

  /** Where the rules of this very table are told; a clause is a place on that page. Null where nobody has written them. */
  get rules(): string | null {
    return this.preset.rules ? `/t/${this.summary.id}/rules` : null;
  }

  get status(): string {
    return this.sitting.shown?.status ?? this.summary.status;
  }

  /** Whether several people play on this device. */
  get isShared(): boolean {
    return this.summary.your_seats.length > 1;
  }

  nameOf = (seat: number): string => seatName(this.sitting.shown?.seats ?? this.summary.seats, seat);

  // --- the socket -----------------------------------------------------------------------------------------

  table(shown: TableShown): void {
    if (shown.table !== this.summary.id || shown.viewer !== this.sitting.seat) {
      return;
    }
    const before = this.sitting.shown;
    this.sitting.arrived(shown);
    if (before && JSON.stringify(before.seats) !== JSON.stringify(shown.seats)) {
      void this.refresh();
    }
  }

  said(line: Said): void {
    if (line.table !== this.summary.id || this.#said.some(({ n }) => n === line.n)) {
      return;
    }
    this.#said = [...this.#said, line].sort((one, other) => one.n - other.n);
    if (line.player !== this.player) {
      this.nUnread += 1;
    }
  }

  welcome(who: Welcome): void {
    this.player = who.player;
    this.#muted = who.muted;
  }

  state(state: "connected" | "lost" | "expired"): void {
    this.link = state;
  }

  refused(message: string): void {
    this.notice = message;
  }

  // --- deeds ----------------------------------------------------------------------------------------------

  async request(message: { type: "act" | "propose" | "answer" | "say"; [field: string]: unknown }): Promise<Verdict> {
    this.notice = "";
    const verdict = await this.#line.request({ table: this.summary.id, ...message });
    if (!verdict.done) {
      this.notice = refusal(verdict.message, verdict.clause);
      this.speak(this.notice);
    }
    return verdict;
  }

  /** Do something over HTTP that may be refused; a refusal becomes the notice. */
  async attempt(deed: () => Promise<unknown>): Promise<void> {
    this.notice = "";
    try {
      await deed();
    } catch (error) {
      this.notice = error instanceof Error ? error.message : String(error);
    }
  }

  async refresh(): Promise<void> {
    this.summary = await ask("GET /api/tables/{table_id}", { table_id: this.summary.id });
    if (this.sitting.seat === null && this.summary.your_seats.length) {
      this.sitDown(this.summary.your_seats[0] ?? null);
    }
  }

  /** Those at this table whom one does not hear: they sit here, or were muted for what they said here. */
  get muted(): { player: string; name: string }[] {
    const seats = this.summary.seats.flatMap((seat): [string, string][] => (seat?.player ? [[seat.player, seat.name]] : []));
    const names = new Map([...seats, ...this.#mutedHere()]);
    return this.#muted.filter((each) => names.has(each)).map((player) => ({ player, name: names.get(player) ?? "" }));
  }

  mute({ player, name }: Said): void {
    if (player !== null) {
      this.#line.mute(player, true);
      this.#muted = [...this.#muted, player];
      // once the page is loaded again nothing else would name somebody who only watches
      localStorage.setItem(this.#mutedKey, JSON.stringify([...this.#mutedHere(), [player, name]]));
      this.notice = say("You will not hear {name} any more.", { name });
    }
  }

  /** Hear somebody again, and what he has said meanwhile. */
  unmute(player: string): void {
    this.#line.mute(player, false);
    this.#muted = this.#muted.filter((each) => each !== player);
    this.#line.watch(this.summary.id, this.sitting.seat, this.sitting.shown?.seq);
    this.notice = "";
  }

  #mutedHere(): [string, string][] {
    return JSON.parse(localStorage.getItem(this.#mutedKey) ?? "[]") as [string, string][];
  }

  get #mutedKey(): string {
    return `muted ${this.summary.id}`;
  }

  speak(text: string): void {
    // the same words twice would not be read twice
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  // --- several people on one device -------------------------------------------------------------------------

  /** Look at the table from another place. */
  sitDown(seat: number | null): void {
    if (seat !== this.sitting.seat) {
      this.#line.unwatch(this.summary.id, this.sitting.seat);
      this.#sitAt(seat);
    }
  }

  #sitAt(seat: number | null, seen: TableShown | null = null): void {
    this.sitting = new SittingHere(this, seat);
    if (seen) {
      this.sitting.arrived(seen);
    }
    this.#line.watch(this.summary.id, seat, seen?.seq);
  }

  #tick(): void {
    const { shown } = this.sitting;
    if (shown && Object.keys(shown.left_ms).length) {
      this.now = Date.now();
    }
  }
}
