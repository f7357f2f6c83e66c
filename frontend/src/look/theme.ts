/** The look that a visitor has chosen; the server reads it from cookies, so that a page never flashes. */

export type Theme = "light" | "dark" | "contrast" | "wood";

export const THEMES: readonly Theme[] = ["light", "dark", "contrast", "wood"];
const YEAR_S = 31_536_000;

/** The look chosen, or null while the system decides. */
export const chosenTheme = (): Theme | null => (chosen("theme") as Theme | undefined) ?? null;
export const chooseTheme = (theme: Theme | null): void => choose("theme", theme);

/** Whether the print on tiles is larger. */
export const tilesAreLarge = (): boolean => chosen("tiles") === "large";
export const enlargeTiles = (large: boolean): void => choose("tiles", large ? "large" : null);

const chosen = (what: string): string | undefined => document.documentElement.dataset[what];

function choose(what: string, value: string | null): void {
  if (value === null) {
    delete document.documentElement.dataset[what];
  } else {
    document.documentElement.dataset[what] = value;
  }
  document.cookie = `${what}=${value ?? ""}; path=/; max-age=${value === null ? 0 : YEAR_S}; samesite=lax`;
}
