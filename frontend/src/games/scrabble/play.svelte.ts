/** What a player prepares at one seat of the board game: the order of the rack, and tiles laid for trial. */

import type { Choice } from "../../protocol";
import type { Play, Primary, Sitting, Tool } from "../../table/game";
import type { Square } from "../../table/places";
import { counted, number, refusal, say } from "../../texts";
import { keyOf, laidTiles, mainSpan, plain, type Span } from "./squares";
import type { Action, Event, Place, View } from "./types";

const BLANK = "?";

/** A place of the rack. Its tile stays there, in sight or on the board for trial, until it is played. */
export interface Slot {
  letter: string;
  /** Where it lies for trial, and what it stands for there. */
  at: (Square & { face: string }) | null;
}

/** A blank on its way to a square. */
export interface Named extends Square {
  slot: number;
}

export class BoardPlay implements Play<Event> {
  readonly sitting: Sitting<View, Action>;
  slots = $state<(Slot | null)[]>([]);
  /** The place of the rack that was tapped. */
  selected = $state<number | null>(null);
  /** Where typing goes on, and in which direction. */
  cursor = $state<(Square & { down: boolean }) | null>(null);
  /** A blank that waits for its letter. */
  naming = $state<Named | null>(null);
  /** The places of the rack that are to be exchanged, while that is being chosen. */
  exchanging = $state<number[] | null>(null);
  found = $state.raw<Choice | null>(null);
  /** Tiles that have just come to the board, in their order. */
  fresh = $state.raw<ReadonlyMap<number, number>>(new Map());

  laid = $derived.by(() => laidTiles(this.sitting.view));
  trial = $derived.by(() => {
    const some = this.sitting.lookingBack ? [] : this.slots;
    return new Map(some.flatMap((slot, n) => (slot?.at ? [[keyOf(slot.at.row, slot.at.col), n] as const] : [])));
  });
  trialSquares = $derived(this.slots.flatMap((slot) => (slot?.at ? [slot.at] : [])));
  span: Span | null = $derived.by(() =>
    this.sitting.lookingBack ? null : mainSpan(this.trialSquares, (row, col) => this.isCovered(row, col)),
  );
  lastSpan: Span | null = $derived.by(() => {
    const { table } = this.sitting.view;
    const tiles = table.pending?.tiles ?? table.turns.at(-1)?.tiles ?? [];
    const squares = tiles.map(([row, col]) => ({ row, col }));
    return mainSpan(squares, (row, col) => this.laid.has(keyOf(row, col)));
  });

  constructor(sitting: Sitting<View, Action>) {
    this.sitting = sitting;
    // the order of before; whatever is not on the rack any more goes when the rack is looked at
    const before = JSON.parse(sitting.remembered() ?? "[]") as (string | null)[];
    this.slots = Array.from({ length: sitting.newest.table.options.rack_size }, (_, n) => {
      const letter = before[n];
      return letter ? { letter, at: null } : null;
    });
  }

  get size(): number {
    return this.sitting.view.table.options.layout.rows.length;
  }

  get width(): number {
    return this.sitting.view.table.options.layout.rows[0]?.length ?? 0;
  }

  /** Whether the dictionary speaks before anybody challenges. */
  get isJudged(): boolean {
    return this.sitting.view.table.options.challenge === "off";
  }

  isCovered(row: number, col: number): boolean {
    return this.laid.has(keyOf(row, col)) || this.trial.has(keyOf(row, col));
  }

  valueOf(letter: string): number {
    return this.sitting.view.table.options.tiles.kinds.find(([each]) => each === letter)?.[2] ?? 0;
  }

  // --- the table has changed --------------------------------------------------------------------------------

  arrived(events: readonly Event[]): void {
    const view = this.sitting.newest;
    const laid = laidTiles(view);
    const placed = events.findLast((event) => event.type === "Placed");
    const own = placed?.type === "Placed" && placed.seat === this.sitting.seat;
    this.slots.forEach((slot, n) => {
      if (slot?.at && laid.has(keyOf(slot.at.row, slot.at.col))) {
        // what one has played leaves its own place, and not that of an equal tile
        this.slots[n] = own ? null : { ...slot, at: null };
      }
    });
    this.#takeRack(view.rack.map(([origin]) => origin));
    if (placed?.type === "Placed") {
      this.fresh = new Map(own ? [] : placed.tiles.map(([row, col], n) => [keyOf(row, col), n]));
      this.sitting.sound(placed.bonus ? "bell" : "place");
    }
    this.#weigh();
  }

  /** Bring the places in line with the tiles one has; nothing moves that need not. */
  #takeRack(letters: string[]): void {
    const missing = [...letters];
    const kept = (slot: Slot | null): boolean => {
      const n = slot ? missing.indexOf(slot.letter) : -1;
      if (n >= 0) {
        missing.splice(n, 1);
      }
      return n >= 0;
    };
    // a tile on the board for trial goes last: of two equal ones the other was played
    const inSight = this.slots.map((slot) => slot !== null && slot.at === null && kept(slot));
    const all = this.slots.map((slot, n) => inSight[n] || (slot !== null && slot.at !== null && kept(slot)));
    this.slots = this.slots.map((slot, n) => (all[n] ? slot : null));
    for (const letter of missing) {
      const free = this.slots.indexOf(null);
      this.slots.splice(free < 0 ? this.slots.length : free, 1, { letter, at: null });
    }
    if (this.selected !== null && !this.slots[this.selected]) {
      this.selected = null;
    }
    this.exchanging = this.exchanging?.filter((n) => this.slots[n]) ?? null;
    this.#rememberOrder();
  }

  #rememberOrder(): void {
    this.sitting.remember(JSON.stringify(this.slots.map((slot) => slot?.letter ?? null)));
  }

  // --- laying for trial -------------------------------------------------------------------------------------

  /** Lay the tile of a place on a square; a blank asks what it stands for first. */
  lay(n: number, square: Square, face?: string): void {
    const slot = this.slots[n];
    const under = this.trial.get(keyOf(square.row, square.col));
    if (!slot || !this.sitting.mayPrepare || this.laid.has(keyOf(square.row, square.col))) {
      return;
    }
    if (under !== undefined && under !== n) {
      this.takeUp(under);
    }
    this.selected = null;
    const named = face ?? slot.at?.face;
    if (slot.letter === BLANK && named === undefined) {
      this.naming = { slot: n, ...square };
      return;
    }
    slot.at = { row: square.row, col: square.col, face: named ?? slot.letter };
    this.sitting.sound("place");
    navigator.vibrate?.(8);
    this.#weigh();
  }

  /** Take one tile back to its place. */
  takeUp(n: number): void {
    const slot = this.slots[n];
    if (slot?.at) {
      slot.at = null;
      this.#weigh();
    }
  }

  recall(): void {
    for (const slot of this.slots) {
      if (slot) {
        slot.at = null;
      }
    }
    this.sitting.sound("recall");
    this.#weigh();
  }

  shuffle(): void {
    const mixed = this.slots.map((slot) => ({ slot, by: Math.random() })).sort((one, other) => one.by - other.by);
    this.slots = mixed.map(({ slot }) => slot);
    this.selected = null;
    this.#rememberOrder();
  }

  /** Swap two places of the rack. */
  swap(one: number, other: number): void {
    const [first, second] = [this.slots[one] ?? null, this.slots[other] ?? null];
    this.slots[one] = second;
    this.slots[other] = first;
    this.#rememberOrder();
  }

  /** A square was tapped: the tile in hand goes there, a trial tile comes back, or typing begins there. */
  tap(square: Square): void {
    const under = this.trial.get(keyOf(square.row, square.col));
    if (this.selected !== null) {
      this.lay(this.selected, square);
    } else if (under !== undefined) {
      this.takeUp(under);
    } else if (this.cursor?.row === square.row && this.cursor.col === square.col) {
      this.cursor = { ...this.cursor, down: !this.cursor.down };
    } else {
      this.cursor = { row: square.row, col: square.col, down: this.cursor?.down ?? false };
    }
  }

  /** The blank stands for a letter. */
  name(letter: string): void {
    if (this.naming) {
      const { slot, row, col } = this.naming;
      this.naming = null;
      this.lay(slot, { row, col }, letter);
    }
  }

  // --- typing -------------------------------------------------------------------------------------------------

  key(event: KeyboardEvent): boolean {
    if (!this.sitting.mayPrepare) {
      return false;
    }
    if (event.key === "Backspace") {
      return this.#takeBackTyped();
    }
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement) && this.trial.size) {
      this.submit();
      return true;
    }
    if (event.key === "Escape" && this.trial.size) {
      this.recall();
      return true;
    }
    const letter = event.key.normalize("NFC").toLocaleUpperCase();
    return /^\p{L}$/u.test(letter) && this.#type(letter, event.shiftKey);
  }

  #type(letter: string, asBlank: boolean): boolean {
    const square = this.#nextFree();
    const n = asBlank ? this.#freePlace((each) => each === BLANK) : this.#placeFor(letter);
    if (square === null || n < 0) {
      this.sitting.sound("refused");
      this.sitting.speak(n < 0 ? say("You have no {letter}.", { letter }) : say("Choose a square first."));
      return true;
    }
    const face = this.slots[n]?.letter === BLANK ? letter : undefined;
    this.lay(n, square, face);
    const after = square.down ? { row: square.row + 1, col: square.col } : { row: square.row, col: square.col + 1 };
    const fits = after.row < this.size && after.col < this.width;
    this.cursor = { ...(fits ? after : { row: square.row, col: square.col }), down: square.down };
    this.sitting.speak(letter);
    return true;
  }

  /** The letter itself, or one that differs only by its mark if that is all there is. */
  #placeFor(letter: string): number {
    const exact = this.#freePlace((each) => each === letter);
    return exact >= 0 ? exact : this.#freePlace((each) => each !== BLANK && plain(each) === letter);
  }

  #freePlace(test: (letter: string) => boolean): number {
    return this.slots.findIndex((slot) => slot !== null && slot.at === null && test(slot.letter));
  }

  #nextFree(): (Square & { down: boolean }) | null {
    const middle = Math.floor(this.size / 2);
    const start = this.cursor ?? (this.laid.size || this.trial.size ? null : { row: middle, col: middle, down: false });
    if (start === null) {
      return null;
    }
    let { row, col } = start;
    while (row < this.size && col < this.width && this.isCovered(row, col)) {
      [row, col] = start.down ? [row + 1, col] : [row, col + 1];
    }
    return row < this.size && col < this.width ? { row, col, down: start.down } : null;
  }

  #takeBackTyped(): boolean {
    const { cursor } = this;
    if (!cursor || !this.trial.size) {
      return false;
    }
    let { row, col } = cursor;
    do {
      [row, col] = cursor.down ? [row - 1, col] : [row, col - 1];
    } while (row >= 0 && col >= 0 && this.laid.has(keyOf(row, col)));
    const n = this.trial.get(keyOf(row, col));
    if (n === undefined) {
      return false;
    }
    this.takeUp(n);
    this.cursor = { row, col, down: cursor.down };
    return true;
  }

  // --- what it would bring ------------------------------------------------------------------------------------

  /** The play as it lies for trial; with a blank that is being named, too. */
  placing(named?: Named & { face: string }): Place {
    const tiles = this.slots.flatMap((slot, n): Place["tiles"] => {
      const at = named?.slot === n ? named : slot?.at;
      return slot && at ? [[at.row, at.col, [slot.letter, at.face]]] : [];
    });
    return { type: "Place", tiles };
  }

  #weigh(): void {
    const action = this.placing();
    this.found = null;
    if (action.tiles.length && this.sitting.seat !== null) {
      // an answer that comes too late is null, and says nothing against the one that has come before it
      void this.sitting.preview(action).then((found) => (this.found = found ?? this.found));
    }
  }

  get problem(): string | null {
    const { found } = this;
    if (!found?.problem || this.sitting.lookingBack) {
      return null;
    }
    return refusal(found.problem, found.clause);
  }

  // --- acting -------------------------------------------------------------------------------------------------

  submit(): void {
    if (!this.primary.disabled && !this.sitting.busy) {
      void this.sitting.act(this.placing());
    }
  }

  exchange(): void {
    const tiles = (this.exchanging ?? []).flatMap((n) => {
      const letter = this.slots[n]?.letter;
      return letter === undefined ? [] : [[letter, letter] as [string, string]];
    });
    this.exchanging = null;
    void this.sitting.act({ type: "Exchange", tiles });
  }

  get primary(): Primary {
    const { sitting, found } = this;
    const run = () => this.submit();
    const turn = sitting.view.to_act.map((seat) => sitting.nameOf(seat)).join(", ");
    if (!sitting.toAct) {
      const why = say("{name}: to move. You can set up your play.", { name: turn });
      return { label: this.trial.size && found ? number(found.points) : say("Play"), why, disabled: true, run };
    }
    if (!this.trial.size) {
      const why = this.laid.size ? null : say("The first word goes across the centre.");
      return { label: say("Play"), why, disabled: true, run };
    }
    const label = found && !found.problem ? say("Play {n}", { n: number(found.points) }) : say("Play");
    return { label, why: null, disabled: !found || found.problem !== null, run };
  }

  get tools(): readonly Tool[] {
    const { toAct, mayPrepare } = this.sitting;
    return [
      { id: "shuffle", icon: "shuffle", label: say("Shuffle"), place: "hand", disabled: !mayPrepare, run: () => this.shuffle() },
      { id: "recall", icon: "recall", label: say("Recall"), place: "hand", disabled: !this.trial.size, run: () => this.recall() },
      {
        id: "exchange",
        icon: "exchange",
        label: say("Exchange"),
        place: "rare",
        disabled: !toAct,
        run: () => {
          this.recall();
          this.exchanging = [];
        },
      },
      { id: "pass", icon: "pass", label: say("Pass"), place: "rare", disabled: !toAct, run: () => void this.sitting.act({ type: "Pass" }) },
    ];
  }

  /** The trial in words, for those who listen. */
  get spokenTrial(): string {
    const { found } = this;
    if (!found) {
      return "";
    }
    const words = found.made.map((word) => word.text).join(", ");
    return found.problem ?? `${words}: ${counted(found.points, "{n} point|{n} points")}`;
  }
}
