/** What a player prepares at one seat: the order of the rack, and a new table laid out for trial, step by step. */

import type { Choice, Tile } from "../../protocol";
import type { Play, Primary, Sitting, Tool } from "../../table/game";
import { counted, say } from "../../texts";
import { adopted, alike, allOf, holds, isJoker, naming, newPiece, put, rebased, shownMeld, sortedBy, without } from "./pieces";
import type { Layout, Meld, Piece } from "./pieces";
import { Show } from "./show.svelte";
import { describe, namesOf, readable, tileName } from "./telling";
import type { Action, Event, View } from "./types";

export type Sorting = "numbers" | "colours";
/** Where tiles go: into a meld, before one of its tiles if it matters; to a new meld; or back to the rack. */
export type Target = { meld: number; before?: number | null } | "new" | { rack: number | null };

export class NumberPlay implements Play<Event> {
  readonly sitting: Sitting<View, Action>;
  /** The table as it lies, and what was made of it step by step. */
  base = $state.raw<Layout>([]);
  steps = $state.raw<readonly Layout[]>([[]]);
  at = $state(0);
  /** All tiles of the own rack in the player's order, those on the table for trial as well. */
  order = $state.raw<readonly Piece[]>([]);
  sorting = $state<Sorting | null>(null);
  /** The order before it was sorted. */
  #own: readonly number[] = [];
  selected = $state.raw<ReadonlySet<number>>(new Set());
  /** The tile on the table that has the focus, or was there last; the same for the rack. */
  cursor = $state<number | null>(null);
  rackCursor = $state<number | null>(null);
  #judged = $state.raw<{ layout: Layout; found: Choice } | null>(null);
  /** A move of somebody else; whoever touches a tile has seen enough of it. */
  #show = new Show();
  #hasBegun = false;
  /** What the own last table or the end of the time has cost, until the next deed. */
  #penalty = $state<string | null>(null);
  /** Tiles that came to the table with the last move of somebody else. */
  fresh = $state.raw<ReadonlySet<number>>(new Set());
  /** Where the hand let go of tiles, for the eye to follow them from there. */
  letGo: { ids: ReadonlySet<number>; x: number; y: number } | null = null;
  /** A tile that has just been laid, which should be in sight. */
  follow: number | null = null;

  trial: Layout = $derived(this.steps[this.at] ?? []);
  layout: Layout = $derived.by(() => {
    const { lookingBack, view } = this.sitting;
    return lookingBack ? adopted(view.table.melds, this.base, []) : (this.#show.layout ?? this.trial);
  });
  #onTable = $derived(new Set(allOf(this.trial).map(({ id }) => id)));
  /** The own tiles that are still on the rack, and those on the table for trial. */
  rack: Piece[] = $derived(this.order.filter(({ id }) => !this.#onTable.has(id)));
  laid: ReadonlySet<number> = $derived(new Set(this.order.filter(({ id }) => this.#onTable.has(id)).map(({ id }) => id)));
  isChanged = $derived(!alike(this.trial, this.base));
  found: Choice | null = $derived(this.#judged && this.#judged.layout === this.trial ? this.#judged.found : null);

  constructor(sitting: Sitting<View, Action>) {
    this.sitting = sitting;
    const before = JSON.parse(sitting.remembered() ?? "{}") as { order?: string[]; sorting?: Sorting | null };
    this.order = (before.order ?? []).map((origin) => newPiece([origin, origin]));
    this.#own = this.order.map(({ id }) => id);
    this.sorting = before.sorting ?? null;
  }

  // --- the table has changed ----------------------------------------------------------------------------------

  arrived(events: readonly Event[]): void {
    const view = this.sitting.newest;
    const [before, shown] = [this.base, this.trial];
    const gone = this.#takeRack(view.rack.map(([origin]) => origin));
    this.base = adopted(view.table.melds, before, gone);
    const laid = events.findLast((event) => event.type === "Laid");
    const isOwn = laid?.type === "Laid" && laid.seat === this.sitting.seat;
    const inHand = new Set(this.order.map(({ id }) => id));
    if (isOwn || !this.#hasBegun) {
      this.#startFrom(this.base);
    } else if (!alike(before, this.base) || gone.length) {
      this.#startFrom(rebased(shown, before, this.base, inHand));
    }
    const lost = events.findLast((event) => event.type === "TableRestored" && event.seat === this.sitting.seat);
    if (lost && this.#hasBegun) {
      this.#penalty = describe(lost, this.sitting);
      this.#startFrom(this.base);
    }
    if (laid && this.#hasBegun) {
      const known = new Set([...allOf(before), ...gone].map(({ id }) => id));
      this.fresh = new Set(isOwn ? [] : allOf(this.base).flatMap(({ id }) => (known.has(id) ? [] : [id])));
      if (!isOwn) {
        this.#show.begin(shown, this.trial, () => this.sitting.sound("place"));
      }
      this.sitting.sound("place");
    }
    this.#hasBegun = true;
    this.#weigh();
  }

  /** Bring the order in line with the tiles one has: new ones go to the end. The tiles that have gone. */
  #takeRack(origins: readonly string[]): Piece[] {
    const missing = [...origins];
    const stays = (piece: Piece): boolean => {
      const n = missing.indexOf(piece.origin);
      return n >= 0 && missing.splice(n, 1).length > 0;
    };
    // of two equal tiles the one that lies on the table was played
    const inHand = this.order.filter((piece) => !this.laid.has(piece.id) && stays(piece));
    const onTable = this.order.filter((piece) => this.laid.has(piece.id) && stays(piece));
    const kept = new Set([...inHand, ...onTable]);
    const gone = this.order.filter((piece) => !kept.has(piece));
    const drawn = missing.map((origin) => newPiece([origin, origin]));
    if (gone.length || drawn.length) {
      this.order = [...this.order.filter((piece) => kept.has(piece)), ...drawn];
      this.#own = [...this.#own, ...drawn.map(({ id }) => id)];
      this.selected = new Set([...this.selected].filter((id) => !gone.some((piece) => piece.id === id)));
      this.#remember();
    }
    return gone;
  }

  #startFrom(layout: Layout): void {
    this.steps = alike(layout, this.base) ? [layout] : [this.base, layout];
    this.at = this.steps.length - 1;
    const known = new Set([...allOf(layout), ...this.order].map(({ id }) => id));
    this.selected = new Set([...this.selected].filter((id) => known.has(id)));
  }

  #remember(): void {
    this.sitting.remember(JSON.stringify({ order: this.order.map(({ origin }) => origin), sorting: this.sorting }));
  }

  // --- the rack -------------------------------------------------------------------------------------------------

  /** Sort the rack; once more, and it is as it was before. Tiles drawn later stay at the end until then. */
  sort(by: Sorting): void {
    const sorted = sortedBy(this.order, by);
    const isSorted = this.sorting === by && sorted.every((piece, n) => piece.origin === this.order[n]?.origin);
    if (this.sorting === null) {
      this.#own = this.order.map(({ id }) => id);
    }
    const back = [...this.order].sort((one, other) => this.#own.indexOf(one.id) - this.#own.indexOf(other.id));
    this.order = isSorted ? back : sorted;
    this.sorting = isSorted ? null : by;
    this.#remember();
  }

  /** Put tiles of the rack before the one that is at a place now; null: at the end. */
  #arrange(ids: ReadonlySet<number>, place: number | null): void {
    const next = place === null ? undefined : this.rack.slice(place).find(({ id }) => !ids.has(id));
    const rest = this.order.filter(({ id }) => !ids.has(id));
    const moved = this.order.filter(({ id }) => ids.has(id));
    const at = next ? rest.indexOf(next) : rest.length;
    this.order = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
    this.sorting = null;
    this.#remember();
  }

  /** Take a tile of the rack along, some places to the left or right. */
  shift(id: number, by: number): void {
    const from = this.rack.findIndex((piece) => piece.id === id);
    const to = Math.max(0, Math.min(this.rack.length - 1, from + by));
    if (from >= 0 && to !== from) {
      this.#arrange(new Set([id]), to > from ? to + 1 : to);
    }
  }

  // --- the table ------------------------------------------------------------------------------------------------

  /** Bring tiles somewhere. */
  move(ids: ReadonlySet<number>, target: Target): void {
    if (!this.sitting.mayPrepare || !ids.size) {
      return;
    }
    this.#show.end();
    this.selected = new Set();
    const pieces = [...this.rack, ...allOf(this.trial)].filter(({ id }) => ids.has(id));
    if (typeof target === "object" && "rack" in target) {
      this.#takeBack(pieces, target.rack);
      return;
    }
    const layout = target === "new" ? put(this.trial, pieces, null) : put(this.trial, pieces, target.meld, target.before);
    if (this.#step(layout)) {
      const where = target === "new" ? say("new set") : say("into the set");
      this.sitting.speak(`${namesOf(pieces)}: ${where}`);
      this.sitting.sound("place");
      navigator.vibrate?.(8);
      this.cursor = this.follow = pieces[0]?.id ?? null;
    }
  }

  #takeBack(pieces: readonly Piece[], place: number | null): void {
    const own = new Set(pieces.filter(({ id }) => this.order.some((piece) => piece.id === id)).map(({ id }) => id));
    if (own.size < pieces.length) {
      this.sitting.sound("refused");
      this.sitting.speak(say("What lay on the table stays there."));
    }
    if (place !== null && own.size) {
      this.#arrange(own, place);
    }
    const lying = new Set([...own].filter((id) => this.#onTable.has(id)));
    if (lying.size && this.#step(without(this.trial, lying))) {
      this.sitting.sound("recall");
      this.sitting.speak(say("Back on the rack: {tiles}", { tiles: namesOf(pieces.filter(({ id }) => lying.has(id))) }));
    }
  }

  #step(layout: Layout): boolean {
    if (alike(layout, this.trial)) {
      return false;
    }
    this.#penalty = null;
    this.steps = [...this.steps.slice(0, this.at + 1), layout];
    this.at += 1;
    this.#weigh();
    return true;
  }

  #goTo(step: number, spoken: string): void {
    if (step >= 0 && step < this.steps.length && step !== this.at) {
      this.#show.end();
      this.at = step;
      this.selected = new Set();
      this.sitting.sound("recall");
      this.sitting.speak(spoken);
      this.#weigh();
    }
  }

  undo = (): void => this.#goTo(this.at - 1, say("One step undone."));
  redo = (): void => this.#goTo(this.at + 1, say("One step done again."));

  /** The table as it lay; this can be undone too. */
  reset = (): void => {
    this.selected = new Set();
    if (this.#step(this.base)) {
      this.sitting.sound("recall");
      this.sitting.speak(say("The table is as it was."));
    }
  };

  // --- tapping --------------------------------------------------------------------------------------------------

  #select(ids: readonly number[]): void {
    if (this.sitting.mayPrepare) {
      this.#show.end();
      this.selected = new Set(ids);
      const held = [...this.rack, ...allOf(this.trial)].filter(({ id }) => this.selected.has(id));
      this.sitting.speak(held.length ? say("In hand: {tiles}", { tiles: namesOf(held) }) : say("Nothing in hand."));
    }
  }

  /** A tile of the rack: one more in hand, or one less. */
  tapOwn(id: number): void {
    const inRack = [...this.selected].filter((each) => !this.#onTable.has(each));
    if (inRack.length < this.selected.size) {
      const own = [...this.selected].some((each) => this.laid.has(each));
      own ? this.move(this.selected, { rack: this.rack.findIndex((piece) => piece.id === id) }) : this.#select([id]);
    } else {
      this.#select(this.selected.has(id) ? inRack.filter((each) => each !== id) : [...inRack, id]);
    }
  }

  /**
   * A tile on the table. With others in hand: they go to its meld. Else it is taken in hand; tapped again, all from it
   * to the end of its meld; then the whole meld; then nothing.
   */
  tapLaid(meld: Meld, id: number): void {
    const { selected } = this;
    if (selected.size && !meld.pieces.some((piece) => selected.has(piece.id))) {
      this.move(selected, { meld: meld.id });
      return;
    }
    const all = meld.pieces.map((piece) => piece.id);
    const fromHere = all.slice(all.indexOf(id));
    const ways = [[id], fromHere, all].filter((way, n, ways) => n === 0 || way.length > (ways[n - 1]?.length ?? 0));
    const now = ways.findIndex((way) => way.length === selected.size && way.every((each) => selected.has(each)));
    this.#select(ways[now + 1] ?? (now < 0 ? [id] : []));
  }

  /** The tray under a meld: what is in hand goes there, or the whole meld is taken in hand. */
  tapTray(meld: Meld): void {
    const isHeld = meld.pieces.every((piece) => this.selected.has(piece.id));
    if (this.selected.size && !meld.pieces.some((piece) => this.selected.has(piece.id))) {
      this.move(this.selected, { meld: meld.id });
    } else {
      this.#select(isHeld ? [] : meld.pieces.map((piece) => piece.id));
    }
  }

  /** The joker in hand and the tiles it may stand for, where the server leaves a choice. */
  get nameable(): { id: number; face: string | null; faces: string[] } | null {
    const [id, ...others] = this.selected;
    const meld = others.length ? undefined : this.trial.find(({ pieces }) => pieces.some((piece) => piece.id === id));
    const piece = meld?.pieces.find((each) => each.id === id);
    if (!meld || !piece || !isJoker(piece) || !this.isTouched(meld)) {
      return null;
    }
    const said = meld.pieces.filter((each) => each.named && each !== piece).map(({ face }) => face);
    const ways = (this.judgement(meld)?.ways ?? []).filter((way) => said.every((face) => way.includes(face)));
    const faces = [...new Set(ways.flat())].filter((face) => !said.includes(face));
    return faces.length > 1 ? { id: piece.id, face: piece.named ? piece.face : null, faces } : null;
  }

  /** Say what a joker stands for. */
  name(id: number, face: string): void {
    if (this.#step(naming(this.trial, id, face))) {
      this.sitting.speak(say("joker as {tile}", { tile: tileName(face) }));
      this.sitting.sound("place");
    }
    this.selected = new Set();
  }

  key(event: KeyboardEvent): boolean {
    const deeds: Record<string, (() => void) | false> = {
      Escape: this.selected.size > 0 && (() => this.#select([])),
      Backspace: this.selected.size > 0 && (() => this.move(this.selected, { rack: null })),
      Delete: this.selected.size > 0 && (() => this.move(this.selected, { rack: null })),
      n: this.selected.size > 0 && (() => this.move(this.selected, "new")),
      z: this.at > 0 && this.undo,
      y: this.at < this.steps.length - 1 && this.redo,
      Enter: this.isChanged && event.target === document.body && !this.primary.disabled && this.primary.run,
    };
    const deed = this.sitting.mayPrepare ? deeds[event.key] : false;
    if (deed) {
      deed();
    }
    return Boolean(deed);
  }

  // --- what it would bring --------------------------------------------------------------------------------------

  isTouched(meld: Meld): boolean {
    return !holds(this.base, meld);
  }

  /** What the server says of a meld; null while it has not spoken. */
  judgement(meld: Meld): Choice["parts"][number] | null {
    return this.found?.parts[this.trial.indexOf(meld)] ?? null;
  }

  /** The points of the opening that is being prepared; null after it, and where the server does not tell. */
  get opening(): { points: number; least: number } | null {
    const { table } = this.sitting.newest;
    const { seat } = this.sitting;
    if (seat === null || table.opened.includes(seat) || this.sitting.lookingBack || table.options.invalid === "penalty") {
      return null;
    }
    const parts = this.trial.map((meld) => (this.isTouched(meld) ? (this.judgement(meld)?.points ?? 0) : 0));
    return { points: parts.reduce((sum, points) => sum + points, 0), least: table.options.opening_points };
  }

  #laying(): Action {
    const table = this.trial.map((meld): Tile[] => shownMeld(meld, !this.isTouched(meld)));
    return { type: "Lay", table };
  }

  #weigh(): void {
    const layout = this.trial;
    if (this.isChanged && this.sitting.seat !== null) {
      void this.sitting.preview(this.#laying()).then((found) => {
        if (found) {
          this.#judged = { layout, found };
        }
      });
    }
  }

  get problem(): string | null {
    const problem = this.sitting.lookingBack || !this.isChanged ? null : this.found?.problem;
    return problem ? readable(problem, this.found?.clause) : this.#penalty;
  }

  // --- acting -----------------------------------------------------------------------------------------------------

  get #mayMove(): boolean {
    return this.sitting.toAct && !this.sitting.newest.table.asked.length;
  }

  #leave = (): void => {
    this.#penalty = null;
    void this.sitting.act({ type: this.sitting.newest.bank_size ? "Draw" : "Pass" });
  };

  get primary(): Primary {
    const { sitting, found, isChanged } = this;
    const { table, to_act } = sitting.newest;
    const label = this.laid.size ? counted(this.laid.size, "Lay {n} tile|Lay {n} tiles") : say("Finish");
    const wait = { label, disabled: true, run: () => {} };
    if (table.asked.length) {
      const why = sitting.toAct ? say("Say first whether you play with these tiles.") : say("Waiting for the others.");
      return { ...wait, why };
    }
    if (sitting.lookingBack) {
      return { ...wait, why: null };
    }
    if (!sitting.toAct) {
      const name = to_act.map((seat) => sitting.nameOf(seat)).join(", ");
      return { ...wait, why: say("{name}: to move. You can set up your play.", { name }) };
    }
    if (!isChanged) {
      return { ...wait, why: null };
    }
    const run = () => void this.sitting.act(this.#laying());
    const { invalid, penalty_tiles } = table.options;
    const warning = () => counted(penalty_tiles, "A mistake costs {n} tile, and is told only afterwards.|A mistake costs {n} tiles, and is told only afterwards.");
    return { label, why: invalid === "penalty" ? warning() : null, disabled: !found || found.problem !== null, run };
  }

  get second(): Primary {
    const label = this.sitting.newest.bank_size ? say("Draw a tile") : say("Pass");
    return { label, why: null, disabled: !this.#mayMove || this.sitting.lookingBack, run: this.#leave };
  }

  get tools(): readonly Tool[] {
    const { table } = this.sitting.newest;
    const { seat } = this.sitting;
    const mayAnnounce = table.options.announce === "required" && seat !== null && !table.opened.includes(seat);
    const announce: Tool = {
      id: "announce",
      icon: "flag",
      label: say("Announce"),
      place: "rare",
      disabled: this.sitting.toAct || (seat !== null && table.announced.includes(seat)),
      run: () => void this.sitting.act({ type: "AnnounceOpening" }),
    };
    return mayAnnounce ? [announce] : [];
  }
}
