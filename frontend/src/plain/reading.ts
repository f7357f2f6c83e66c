/** What a seat sees, made ready to be drawn: facts, one table of the seats, and groups of what lies there. */

import type { Names } from "../table/game";
import { number, say } from "../texts";
import { found, isFingerprint, isGrid, isLaid, isListOf, isRack, isRecord, isTile, wordsOf, type Pair, type Record } from "./shapes";

export type Reading =
  | { as: "text"; text: string }
  | { as: "tiles"; tiles: readonly Pair[]; hidden: number }
  | { as: "list"; items: readonly Reading[] }
  | { as: "grid"; rows: readonly (readonly Square[])[] }
  | { as: "page"; page: Page };

/** A square of a board: its sign, or the tile on it. */
export type Square = string | Pair;

export interface Titled {
  title: string;
  reading: Reading;
}

/** One line for each seat, with a text under each title. */
export interface SeatTable {
  titles: readonly string[];
  rows: readonly { seat: number; texts: readonly string[] }[];
}

export interface Page {
  facts: readonly { title: string; text: string }[];
  seats: SeatTable | null;
  groups: readonly Titled[];
  /** What was settled before the game. */
  options: Page | null;
}

/** Told by the shell, or drawn elsewhere. */
const ELSEWHERE = new Set(["type", "viewer", "seats", "turn", "to_act", "outcome"]);
const OPTIONS = "options";
/** What is open to all has no title of its own. */
const PUBLIC = "table";
/** Where what one has in hand may stand. */
const IN_HAND = ["rack", "hand", "tiles", "cards"];
const HANDS = new Set(["racks", "hands"]);
/** Where the number of a seat stands, or several of them. */
const SEAT_KEYS = new Set(["seat", "starter", "by", "owner", "dealer", "winner", "resigned", "winners"]);

/** What the viewer has in hand: nothing for spectators. */
export function inHand(view: unknown): readonly Pair[] {
  const key = handKey(view);
  const hand = key === null ? [] : (view as Record)[key];
  return isRack(hand) ? hand[0] : isListOf(hand, isTile) ? hand : [];
}

const handKey = (view: unknown): string | null =>
  isRecord(view) ? (IN_HAND.find((key) => isRack(view[key]) || isListOf(view[key], isTile)) ?? null) : null;

/** Everything that lies on the table, as a seat sees it. */
export function pageOf(view: unknown, names: Names): Page {
  const hand = handKey(view);
  const rest = isRecord(view) ? Object.entries(view).filter(([key]) => key !== hand) : [];
  return page(rest.flatMap(([key, value]) => (key === PUBLIC && isRecord(value) ? Object.entries(value) : [[key, value] as const])), names);
}

function page(entries: readonly (readonly [string, unknown])[], names: Names): Page {
  const facts: { title: string; text: string }[] = [];
  const groups: Titled[] = [];
  const bySeat: { title: string; texts: string[] }[] = [];
  let options: Page | null = null;
  for (const [key, value] of entries) {
    const title = wordsOf(key);
    if (ELSEWHERE.has(key) || isFingerprint(value)) {
      continue;
    }
    if (key === OPTIONS && isRecord(value)) {
      const grid = board(value, entries);
      groups.push(...(grid ? [{ title: wordsOf("board"), reading: grid }] : []));
      options = page(Object.entries(value), names);
      continue;
    }
    const figures = figuresOf(key, value, names);
    if (figures) {
      bySeat.push({ title, texts: figures });
      continue;
    }
    const reading = read(key, value, names);
    if (reading?.as === "text") {
      facts.push({ title, text: reading.text });
    } else if (reading) {
      groups.push({ title, reading });
    }
  }
  const rows = Array.from({ length: names.nSeats ?? 0 }, (_, seat) => ({ seat, texts: bySeat.map(({ texts }) => texts[seat] ?? "") }));
  return { facts, groups, options, seats: bySeat.length ? { titles: bySeat.map(({ title }) => title), rows } : null };
}

const isPlain = (value: unknown): boolean => value !== undefined && typeof value !== "object";

/** A number or word for each seat. */
function figuresOf(key: string, value: unknown, names: Names): string[] | null {
  const isSuch = Array.isArray(value) && value.length > 0 && value.length === names.nSeats && key.endsWith("s") && !SEAT_KEYS.has(key);
  const isAlike = isSuch && !isTile(value) && value.every(isPlain) && new Set(value.map((each) => typeof each)).size === 1;
  return isAlike ? value.map((each) => plainText("", each, names)) : null;
}

/** Whether there is a hand for each seat: other lists may be as long by chance. */
const areHands = (key: string, values: readonly unknown[], { nSeats }: Names): boolean =>
  values.length === nSeats && (values.every(isRack) || HANDS.has(key));

/** Whatever a game sends, as what can be drawn; null where there is nothing to see. */
export function read(key: string, value: unknown, names: Names): Reading | null {
  if (value === null || value === undefined || isFingerprint(value)) {
    return null;
  }
  if (isTile(value)) {
    return { as: "tiles", tiles: [value], hidden: 0 };
  }
  if (isRack(value)) {
    return value[0].length || value[1] ? { as: "tiles", tiles: value[0], hidden: value[1] } : null;
  }
  if (isListOf(value, isTile)) {
    return { as: "tiles", tiles: value, hidden: 0 };
  }
  if (isListOf(value, isLaid)) {
    return { as: "tiles", tiles: value.map(([, , tile]) => tile), hidden: 0 };
  }
  if (Array.isArray(value)) {
    return list(key, value, names);
  }
  if (isRecord(value)) {
    const inside = page(Object.entries(value), names);
    const isEmpty = !inside.facts.length && !inside.groups.length && !inside.seats && !inside.options;
    return isEmpty ? null : { as: "page", page: inside };
  }
  return { as: "text", text: plainText(key, value, names) };
}

/** Where nothing lies. */
const EMPTY: Reading = { as: "text", text: "–" };

function list(key: string, values: readonly unknown[], names: Names): Reading | null {
  if (!values.length) {
    return null;
  }
  if (values.every(isPlain)) {
    return { as: "text", text: values.map((each) => plainText(key, each, names)).join(", ") };
  }
  const readings = values.map((each) => read("", each, names));
  if (!readings.some((each) => each !== null)) {
    return null;
  }
  // which of several lists is empty is worth seeing: each keeps its place
  const keepsPlaces = values.length > 1 && values.every(Array.isArray);
  const items = readings.map((each, n): Titled | null => {
    const reading = each ?? (keepsPlaces ? EMPTY : null);
    return reading && { title: areHands(key, values, names) ? names.nameOf(n) : "", reading };
  });
  const there = items.filter((each) => each !== null);
  if (there.some(({ title }) => title)) {
    const facts = there.flatMap(({ title, reading }) => (reading.as === "text" ? [{ title, text: reading.text }] : []));
    const groups = there.filter(({ reading }) => reading.as !== "text");
    return { as: "page", page: { facts, groups, seats: null, options: null } };
  }
  const [first, ...others] = there.map(({ reading }) => reading);
  return first ? (others.length ? { as: "list", items: [first, ...others] } : first) : null;
}

function plainText(key: string, value: unknown, names: Names): string {
  if (typeof value === "number") {
    const isSeat = SEAT_KEYS.has(key) && Number.isInteger(value) && value >= 0 && value < (names.nSeats ?? 0);
    return isSeat ? names.nameOf(value) : number(value);
  }
  return typeof value === "boolean" ? (value ? say("Yes") : say("No")) : say(String(value));
}

/** The board that the options describe, with the tiles that lie on its squares. */
function board(options: Record, entries: readonly (readonly [string, unknown])[]): Reading | null {
  const squares = found(options, isGrid);
  if (!squares) {
    return null;
  }
  const isTiles = (value: unknown): value is readonly (readonly [number, number, Pair])[] => isListOf(value, isLaid);
  const laid = new Map((found(Object.fromEntries(entries), isTiles) ?? []).map(([row, col, tile]) => [`${row} ${col}`, tile]));
  const rows = squares.map((line, row) => [...line].map((sign, col): Square => laid.get(`${row} ${col}`) ?? (sign === "." ? "" : sign)));
  return { as: "grid", rows };
}

/** A reading on one line, for sentences and for those who listen. */
export function inShort(reading: Reading): string {
  switch (reading.as) {
    case "text":
      return reading.text;
    case "tiles":
      return [...reading.tiles.map(tileText), ...(reading.hidden ? [say("{n} face down", { n: reading.hidden })] : [])].join(" ");
    case "list":
      return reading.items.map(inShort).join("; ");
    case "grid":
      return "";
    case "page": {
      const { facts, groups } = reading.page;
      return [...facts.map(({ title, text }) => `${title}: ${text}`), ...groups.map((each) => `${each.title}: ${inShort(each.reading)}`)].join(", ");
    }
  }
}

/** What is on a tile, and behind it what it stands for. */
export const tileText = ([origin, face]: Pair): string => (origin === face ? face : `${origin} = ${face}`);

/** The points of all seats, where a view tells them. */
export function pointsOf(view: unknown): readonly number[] | undefined {
  const named = found(view, (part): part is Record => isRecord(part) && POINTS.some((key) => isFigures(part[key])));
  return named && POINTS.map((key) => named[key]).find(isFigures);
}

const POINTS = ["scores", "totals", "points"];
const isFigures = (value: unknown): value is readonly number[] => isListOf(value, (each): each is number => typeof each === "number");
