/**
 * The tiles on the table as things one can hold. Equal tiles are told apart, so that a tile can be followed from where
 * it lay to where it lies. All of it is geometry: what lies together, and in which order it looks right. Whether
 * something is a set is not known here.
 */

import type { Tile } from "../../protocol";

export const JOKER = "J";
export const COLOURS = ["k", "r", "b", "o"] as const;

export interface Piece {
  readonly id: number;
  /** What is printed on it, and what it stands for: a joker on the table may stand for a tile. */
  readonly origin: string;
  readonly face: string;
  /** Whether the player has said what the joker stands for, and not its place. */
  readonly named?: true;
}

/** Tiles that lie together. */
export interface Meld {
  readonly id: number;
  readonly pieces: readonly Piece[];
}

export type Layout = readonly Meld[];

let latest = 0;
const newId = (): number => ++latest;

export const newPiece = ([origin, face]: Tile): Piece => ({ id: newId(), origin, face });
export const numberOf = (piece: Piece): number => Number(piece.face.slice(1));
export const isJoker = (piece: Piece): boolean => piece.origin === JOKER;
export const allOf = (layout: Layout): Piece[] => layout.flatMap((meld) => meld.pieces);
const idsOf = (meld: Meld): string => meld.pieces.map(({ id }) => id).sort().join(" ");
const keyOf = (tiles: readonly Tile[]): string => tiles.map((tile) => tile.join("=")).sort().join(" ");
const tilesOf = (meld: Meld): Tile[] => meld.pieces.map(({ origin, face }) => [origin, face]);

/** Whether the same tiles lie in a meld of the layout. */
export const holds = (layout: Layout, meld: Meld): boolean => layout.some((each) => idsOf(each) === idsOf(meld));

/** Whether the same tiles lie together in both. */
export const alike = (one: Layout, other: Layout): boolean =>
  one.length === other.length && one.every((meld, n) => {
    const its = other[n];
    return its !== undefined && tilesOf(meld).join(" ") === tilesOf(its).join(" ") && idsOf(meld) === idsOf(its);
  });

// --- moving -------------------------------------------------------------------------------------------------------

/** The layout without some tiles; a meld that has become empty is gone. */
export function without(layout: Layout, ids: ReadonlySet<number>): Layout {
  const rest = layout.map((meld) =>
    meld.pieces.some(({ id }) => ids.has(id)) ? { ...meld, pieces: unnamed(meld.pieces.filter(({ id }) => !ids.has(id))) } : meld,
  );
  return rest.filter(({ pieces }) => pieces.length);
}

/** Put tiles into a meld (null: a new one), before the piece there that is named, where that is for the hand to say. */
export function put(layout: Layout, moved: readonly Piece[], into: number | null, before: number | null = null): Layout {
  // a joker that is taken away stands for nothing in particular
  const pieces = unnamed(moved).map((piece) => (isJoker(piece) ? { ...piece, face: JOKER } : piece));
  const target = layout.find(({ id }) => id === into);
  const ids = new Set(pieces.map(({ id }) => id));
  if (!target) {
    return [...without(layout, ids), { id: newId(), pieces: joined([], pieces, null) }];
  }
  const staying = unnamed(target.pieces.filter(({ id }) => !ids.has(id)));
  if (!staying.length) {
    return layout;
  }
  const place = staying.find(({ id }) => id === before) ?? null;
  const rest = without(layout, ids);
  return rest.map((meld) => (meld.id === into ? { ...meld, pieces: joined(staying, pieces, place) } : meld));
}

/** Where other tiles come or go, what a joker was said to stand for holds no more. */
const unnamed = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece) => (piece.named ? { id: piece.id, origin: piece.origin, face: JOKER } : piece));

/** Let a joker stand for a tile; null: for whatever its place gives it. */
export function naming(layout: Layout, id: number, face: string | null): Layout {
  const other = ({ origin }: Piece): Piece => (face === null ? { id, origin, face: JOKER } : { id, origin, face, named: true });
  return layout.map((meld) => ({ ...meld, pieces: meld.pieces.map((piece) => (piece.id === id ? other(piece) : piece)) }));
}

/** Numbers go where they rise; jokers and equal numbers go where the hand puts them. */
function joined(staying: readonly Piece[], moved: readonly Piece[], place: Piece | null): Piece[] {
  const numbers = new Set([...staying, ...moved].filter((each) => each.face !== JOKER).map(numberOf));
  const pieces = [...staying];
  for (const piece of moved) {
    const rises = numbers.size > 1 && piece.face !== JOKER;
    const at = rises
      ? pieces.findIndex((each) => each.face !== JOKER && numberOf(each) > numberOf(piece))
      : place === null ? -1 : pieces.indexOf(place);
    pieces.splice(at < 0 ? pieces.length : at, 0, piece);
  }
  return pieces;
}

// --- telling the server ---------------------------------------------------------------------------------------------

/**
 * A meld as it is shown to the server. A joker says what the player has named; else one at the end of a row without
 * gaps the number that its place gives it.
 */
export function shownMeld(meld: Meld, untouched: boolean): Tile[] {
  if (untouched) {
    return tilesOf(meld);
  }
  const { pieces } = meld;
  const real = pieces.filter((piece) => !isJoker(piece));
  const [first, last] = [real[0], real.at(-1)];
  const [from, to] = [first ? pieces.indexOf(first) : 0, last ? pieces.indexOf(last) : 0];
  const isRow =
    first && last && real.length > 1 && new Set(real.map(({ face }) => face[0])).size === 1 &&
    numberOf(last) - numberOf(first) === to - from && !pieces.some(({ named }) => named);
  return pieces.map((piece, n): Tile => {
    if (!isJoker(piece) || piece.named) {
      return [piece.origin, piece.face];
    }
    const number = !isRow || (from < n && n < to) ? 0 : n < from ? numberOf(first) - (from - n) : numberOf(last) + (n - to);
    return [piece.origin, number >= 1 && number <= 13 ? `${first?.face[0] ?? ""}${number}` : JOKER];
  });
}

// --- a new table from the server ------------------------------------------------------------------------------------

/** The melds of the server as a layout. Tiles that were known before stay the same ones, as far as one can tell. */
export function adopted(melds: readonly (readonly Tile[])[], before: Layout, spare: readonly Piece[]): Layout {
  const homes = findHomes(melds, before);
  const pool = new Map<string, Piece[]>();
  const leave = (piece: Piece) => pool.set(piece.origin, [...(pool.get(piece.origin) ?? []), piece]);
  const slots = melds.map((tiles, n) => {
    const near = [...(homes[n]?.pieces ?? [])];
    const found = tiles.map(([origin]) => {
      const at = near.findIndex((piece) => piece.origin === origin);
      return at < 0 ? null : (near.splice(at, 1)[0] ?? null);
    });
    near.forEach(leave);
    return found;
  });
  before.filter((meld) => !homes.includes(meld)).forEach((meld) => meld.pieces.forEach(leave));
  spare.forEach(leave);
  const now = melds.map((tiles, n) => ({
    id: homes[n]?.id ?? newId(),
    pieces: tiles.map(([origin, face], k) => {
      const known = slots[n]?.[k] ?? pool.get(origin)?.shift();
      return known ? (known.face === face ? known : { ...known, face }) : newPiece([origin, face]);
    }),
  }));
  // whatever order the server has, nothing on the table changes its place without need
  const places = new Map(before.map(({ id }, n) => [id, n]));
  const place = ({ id }: Meld) => places.get(id) ?? before.length;
  return now.sort((one, other) => place(one) - place(other));
}

/** For each new meld the old one that it comes from: the very same, else the one with most of its tiles. */
function findHomes(melds: readonly (readonly Tile[])[], before: Layout): (Meld | undefined)[] {
  const free = new Set(before);
  const taken = (meld: Meld | undefined) => (meld && free.delete(meld) ? meld : undefined);
  const same = melds.map((tiles) => taken([...free].find((meld) => keyOf(tilesOf(meld)) === keyOf(tiles))));
  return melds.map((tiles, n) => {
    const shared = (meld: Meld) => meld.pieces.filter(({ origin }) => tiles.some((tile) => tile[0] === origin)).length;
    const best = [...free].sort((one, other) => shared(other) - shared(one))[0];
    return same[n] ?? (best && shared(best) >= 2 ? taken(best) : undefined);
  });
}

/**
 * What was being prepared, on a new table: all of it if everything it uses still lies there, else only the melds that
 * use nothing of the table.
 */
export function rebased(mine: Layout, before: Layout, now: Layout, inHand: ReadonlySet<number>): Layout {
  const changed = mine.filter((meld) => !holds(before, meld));
  if (!changed.length) {
    return now;
  }
  const touched = before.filter((meld) => !holds(mine, meld));
  const onTable = new Set(allOf(before).map(({ id }) => id));
  const usable = (meld: Meld) => meld.pieces.every(({ id }) => inHand.has(id) || onTable.has(id));
  if (changed.every(usable) && touched.every((meld) => holds(now, meld))) {
    const free = now.filter((meld) => !touched.some((each) => idsOf(each) === idsOf(meld)));
    const stays = mine.flatMap((meld) => (changed.includes(meld) ? [meld] : free.filter((each) => idsOf(each) === idsOf(meld))));
    return [...stays, ...free.filter((meld) => !stays.includes(meld))];
  }
  return [...now, ...changed.filter((meld) => meld.pieces.every(({ id }) => inHand.has(id)))];
}

/** The layouts between two of them, a changed meld at a time: how somebody's hands went over the table. */
export function stepsBetween(from: Layout, to: Layout): Layout[] {
  const frames: Layout[] = [];
  let now = from;
  for (const meld of to.filter((each) => !holds(from, each))) {
    const ids = new Set(meld.pieces.map(({ id }) => id));
    const isKnown = now.some(({ id }) => id === meld.id);
    const rest = now.map((each) => (each.id === meld.id ? meld : { ...each, pieces: each.pieces.filter(({ id }) => !ids.has(id)) }));
    // a tile that goes elsewhere later stays in sight beside those that have come
    const left = isKnown ? (now.find(({ id }) => id === meld.id)?.pieces.filter(({ id }) => !ids.has(id)) ?? []) : [];
    const kept = left.length ? [{ id: newId(), pieces: left }] : [];
    now = [...rest.filter(({ pieces }) => pieces.length), ...(isKnown ? [] : [meld]), ...kept];
    frames.push(now);
  }
  return [...frames.slice(0, -1), to];
}

// --- the order of a rack --------------------------------------------------------------------------------------------

const rank = (piece: Piece, by: "numbers" | "colours"): number => {
  const colour = COLOURS.indexOf(piece.face[0] as (typeof COLOURS)[number]);
  return isJoker(piece) ? 1000 : by === "numbers" ? numberOf(piece) * 10 + colour : colour * 20 + numberOf(piece);
};

/** Equal numbers side by side, or equal colours; jokers last. */
export const sortedBy = (pieces: readonly Piece[], by: "numbers" | "colours"): Piece[] =>
  [...pieces].sort((one, other) => rank(one, by) - rank(other, by));
