/** Tiles travel: wherever one lies after a change, it comes there from where it was seen before. Only transforms move. */

export type Places = Map<string, { x: number; y: number }>;

const WAY_MS = 260;
const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const tiles = (): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>("[data-piece]");

/** Where every tile is in sight now. */
export function places(): Places {
  const found: Places = new Map();
  if (!isStill()) {
    tiles().forEach((tile) => {
      const { left, top } = tile.getBoundingClientRect();
      found.set(tile.dataset["piece"] ?? "", { x: left, y: top });
    });
  }
  return found;
}

/** Let every tile that has moved come from its place before; those that were nowhere come from above. */
export function travelFrom(before: Places, letGo: { ids: ReadonlySet<number>; x: number; y: number } | null): void {
  if (isStill() || !before.size) {
    return;
  }
  tiles().forEach((tile) => {
    const name = tile.dataset["piece"] ?? "";
    const { left, top, width, height } = tile.getBoundingClientRect();
    const was = letGo?.ids.has(Number(name)) ? { x: letGo.x - width / 2, y: letGo.y - height / 2 } : before.get(name);
    const [x, y] = was ? [was.x - left, was.y - top] : [0, -28];
    if (Math.abs(x) + Math.abs(y) > 2) {
      const from = { transform: `translate(${x}px, ${y}px)`, zIndex: "5", ...(was ? {} : { opacity: "0" }) };
      tile.animate([from, { zIndex: "5" }], { duration: WAY_MS, easing: "cubic-bezier(.2,.8,.2,1)" });
    }
  });
}
