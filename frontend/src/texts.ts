/**
 * What the client says, in the language of the page. The English text is the key, as everywhere in Stolik; it stands
 * in the code as a literal, so that `make texts` finds it. The page brings the texts along.
 */

export type Language = "pl" | "pt" | "en";

const root = document.documentElement;
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}") as Record<string, string>;

export const language = root.lang.slice(0, 2) as Language;
const plural = new Intl.PluralRules(root.lang);
/** Made when a large number or a fraction comes: it takes longer than drawing a table. */
let numbers: Intl.NumberFormat | undefined;
/** Whole numbers below it are written alike everywhere. */
const GROUPED_FROM = 10_000;

type Values = Record<string, string | number>;

/** The text in the player's language, with {names} filled in. */
export function say(text: string, values: Values = {}): string {
  return filled(texts[text] ?? text, values);
}

/** A text with a number {n} in it: "{n} point|{n} points"; a language has as many forms as it needs. */
export function counted(n: number, forms: string, values: Values = {}): string {
  const all = (texts[forms] ?? forms).split("|");
  const place = { zero: 0, one: 0, two: 1, few: 1, many: all.length - 1, other: all.length - 1 }[plural.select(Math.abs(n))];
  return filled(all[place] ?? forms, { n: number(n), ...values });
}

/** A text that the server brings in every language. */
export const inLanguage = (known: Record<string, string>): string => known[language] ?? known["en"] ?? "";

/** Marks a text that stands in a constant and is said elsewhere. */
export const N_ = (text: string): string => text;

/** A number as people write it, with a real minus. */
export function number(n: number): string {
  if (Number.isInteger(n) && Math.abs(n) < GROUPED_FROM) {
    return String(n).replace("-", "−");
  }
  numbers ??= new Intl.NumberFormat(root.lang, { useGrouping: "min2" });
  return numbers.format(n).replace("-", "−");
}

/** What the server says against something, as a sentence with its clause: "The word … (S4.2)." */
export function refusal(message: string, clause: string | null): string {
  const said = message.charAt(0).toLocaleUpperCase() + message.slice(1);
  return clause === null ? said : `${said.replace(/\.$/, "")} (${clause}).`;
}

function filled(text: string, values: Values): string {
  return !text.includes("{") ? text : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
