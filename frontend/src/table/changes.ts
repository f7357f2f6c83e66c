/** A table by its changes: what they name stands there now, and all else is as it was. */

import type { Change } from "../protocol";

type Place = string | number;

/** JSON with changes made to it; what they do not touch is shared with the JSON as it was. */
export function applied<T>(document: T, changes: readonly Change[]): T {
  return changes.reduce<unknown>((made, [path, value]) => withValue(made, path, value), document) as T;
}

function withValue(document: unknown, [place, ...rest]: readonly Place[], value: unknown): unknown {
  if (place === undefined) {
    return value;
  }
  if (Array.isArray(document) && typeof place === "string") {
    const [start = 0, end = 0] = place.split(":").map(Number);
    return [...document.slice(0, start), ...(value as unknown[]), ...document.slice(end)];
  }
  const made = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<Place, unknown>;
  made[place] = withValue(made[place], rest, value);
  return made;
}
