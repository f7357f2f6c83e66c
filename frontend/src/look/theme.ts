/** The look that a visitor has chosen; the server reads it from a cookie, so that a page never flashes. */

export type Theme = "light" | "dark" | "contrast" | "wood";

export const THEMES: readonly Theme[] = ["light", "dark", "contrast", "wood"];
const YEAR_S = 31_536_000;

/** The look chosen, or null while the system decides. */
export function chosenTheme(): Theme | null {
  return (document.documentElement.dataset["theme"] as Theme | undefined) ?? null;
}

export function chooseTheme(theme: Theme | null): void {
  if (theme === null) {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
  document.cookie = `theme=${theme ?? ""}; path=/; max-age=${theme === null ? 0 : YEAR_S}; samesite=lax`;
}
