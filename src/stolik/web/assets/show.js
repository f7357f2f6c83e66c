// Anything that a game sends, as text and elements. It knows no game, only shapes: a tile is a pair of texts,
// a laid tile has a row and a column before it, a board is some rows of equal length.

const LONGEST_PART = 160;
const MOST_IN_SIGHT = 25;

export const at = (id) => document.getElementById(id);

/** Say what went wrong; nothing takes it away. */
export function tell(problem) {
  at("problem").textContent = problem;
}

/** Do something that may be refused. */
export async function attempt(deed) {
  tell("");
  try {
    await deed();
  } catch (error) {
    tell(error.message);
  }
}

/** An element with attributes and children; texts are put in as texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const isTile = (value) => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
const isLaid = (value) =>
  Array.isArray(value) && value.length === 3 && Number.isInteger(value[0]) && Number.isInteger(value[1]) && isTile(value[2]);
const isRack = (value) => Array.isArray(value) && value.length === 2 && Array.isArray(value[0]) && value[0].every(isTile) && Number.isInteger(value[1]);
const isListOf = (value, test) => Array.isArray(value) && value.length > 0 && value.every(test);
const isRows = (value) =>
  isListOf(value, (row) => typeof row === "string" && row.length >= 3 && row.length === value[0].length) && value.length >= 3;
const isPlain = (value) => value === null || typeof value !== "object";

/** `bank_size` and `TilesDrawn` as words. */
export const words = (name) => name.replace(/_/g, " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ");

/** A tile in short: what is printed on it, and behind it what it stands for. */
const tileText = ([origin, face]) => (origin === face ? face : `${origin}=${face}`);

/** Any value on one line. */
export function inShort(value) {
  if (isPlain(value)) {
    return String(value ?? "–");
  }
  if (isTile(value)) {
    return tileText(value);
  }
  if (isRack(value)) {
    const [known, unknown] = value;
    return [...known.map(tileText), ...(unknown ? [`(${unknown})`] : [])].join(" ") || "–";
  }
  if (isLaid(value)) {
    return `${value[0] + 1},${value[1] + 1} ${tileText(value[2])}`;
  }
  if (Array.isArray(value)) {
    const flat = isListOf(value, (part) => isPlain(part) || isTile(part));
    return value.map(inShort).join(flat ? " " : " / ") || "–";
  }
  const parts = Object.values(value);
  if (!("type" in value) && parts.length <= 2 && parts.every(isPlain)) {
    return parts.map(inShort).join(" ");
  }
  return Object.entries(value)
    .filter(([key]) => key !== "type")
    .map(([key, part]) => `${words(key)}: ${inShort(part)}`)
    .join(", ");
}

/** What has happened, on one line: without what was not, and without what only programs read. */
export function eventText({ type, seat: _, player: __, ...rest }) {
  const parts = Object.entries(rest)
    .map(([key, part]) => [words(key), part === false ? "–" : inShort(part)])
    .filter(([, text]) => text !== "–" && text.length <= LONGEST_PART && !/^[0-9a-f]{32,}$/.test(text));
  return [words(type), parts.map(([key, text]) => `${key}: ${text}`).join(", ")].filter(Boolean).join(" – ");
}

/** Any value as a tree that opens and closes; what is short stays on one line. */
export function tree(value, open = 1, place = "") {
  return element("ul", { class: "tree" }, ...Object.entries(value).map(([key, part]) => branch(key, part, open, `${place}/${key}`)));
}

function branch(key, value, open, place) {
  const name = element("span", { class: "key" }, `${words(key)}: `);
  if (isListOf(value, isTile)) {
    return element("li", {}, name, ...value.map(tile));
  }
  if (isListOf(value, (part) => isListOf(part, isTile))) {
    return element("li", {}, name, element("ul", { class: "tree" }, ...value.map((part) => element("li", {}, ...part.map(tile)))));
  }
  const short = inShort(value);
  if (isPlain(value) || short.length <= 60) {
    return element("li", {}, name, short);
  }
  const inSight = open > 0 && !Array.isArray(value) && Object.keys(value).length <= MOST_IN_SIGHT;
  const attributes = { open: inSight, "data-place": place };
  return element("li", {}, element("details", attributes, element("summary", {}, name), tree(value, open - 1, place)));
}

function tile(value) {
  return element("span", { class: "tile" }, tileText(value));
}

/** The first part of a value that passes a test, however deep it lies. */
function found(value, test) {
  if (test(value)) {
    return value;
  }
  for (const part of isPlain(value) ? [] : Object.values(value)) {
    const inside = found(part, test);
    if (inside !== undefined) {
      return inside;
    }
  }
  return undefined;
}

/** The board of a view with what lies on it, or null where there is none. */
export function board(view) {
  const rows = found(view, isRows);
  if (rows === undefined) {
    return null;
  }
  const laid = new Map((found(view, (value) => isListOf(value, isLaid)) ?? []).map(([row, col, each]) => [`${row} ${col}`, each]));
  const numbers = Array.from(rows[0], (_, col) => element("th", { scope: "col" }, String(col + 1)));
  const lines = rows.map((row, r) =>
    element("tr", {}, element("th", { scope: "row" }, String(r + 1)), ...Array.from(row, (sign, c) => square(sign, laid.get(`${r} ${c}`)))),
  );
  return element("table", { class: "board" }, element("tr", {}, element("td"), ...numbers), ...lines);
}

function square(sign, each) {
  if (each) {
    const text = each[0] === each[1] ? each[1] : each[1].toLowerCase();
    return element("td", { class: "covered" }, text);
  }
  return element("td", {}, sign === "." ? "" : sign);
}

/** Milliseconds as a clock shows them. */
export function clockText(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}
