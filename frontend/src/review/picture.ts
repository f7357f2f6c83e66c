/** A picture of a finished game: what lies on the table, who played, and how it ended. */

import { number } from "../texts";
import type { LookingBack } from "./back.svelte";
import { Painter, type Box } from "./painter";
import { ending } from "./words";

/** For a message, and in the shape that links are shown in. */
export const SIZES = { tall: { width: 1080, height: 1350 }, wide: { width: 1200, height: 630 } } as const;
export type Size = keyof typeof SIZES;

/** Draw it; the fonts have to be there first. */
export async function draw(canvas: HTMLCanvasElement, back: LookingBack, size: Size): Promise<void> {
  await document.fonts.ready;
  const { width, height } = SIZES[size];
  Object.assign(canvas, { width, height });
  const whole = new Painter(canvas, { x: 0, y: 0, width, height });
  whole.fill(0, 0, width, height, "table");
  const edge = 40;
  const { paint } = back.reviewing;
  if (!paint) {
    write(whole, back, { x: 2 * edge, y: 70, width: width - 4 * edge, height });
  } else if (size === "wide") {
    const board = height - 2 * edge;
    paint(whole.within({ x: edge, y: edge, width: board, height: board }), back.seen.view);
    write(whole, back, { x: edge + board + 48, y: 70, width: width - board - 48 - 2 * edge, height });
  } else {
    const board = width - 2 * edge;
    paint(whole.within({ x: edge, y: edge, width: board, height: board }), back.seen.view);
    write(whole, back, { x: edge, y: edge + board + 26, width: board, height: 0 });
  }
}

/** The result in words, the players with their points, and where this comes from. */
function write(painter: Painter, back: LookingBack, box: Box): void {
  const isWide = box.height > 0;
  painter.text(ending(back, true), box.x, box.y + 40, isWide ? 50 : 54, "ink", { font: "display", weight: 600, most: box.width });
  const { outcome } = back.seen;
  const order = outcome ? outcome.ranking.flat() : back.table.seats.map((_, seat) => seat);
  const step = isWide ? 62 : Math.min(62, 150 / order.length);
  order.forEach((seat, n) => {
    const y = box.y + (isWide ? 130 : 100) + n * step;
    const size = Math.min(38, step * 0.72);
    const points = outcome && back.seen.kind !== "together" ? number(outcome.scores[seat] ?? 0) : "";
    painter.text(back.nameOf(seat), box.x, y, size, "ink-2", { most: box.width * 0.72 });
    painter.text(points, box.x + box.width, y, size, "ink", { weight: 700, align: "right" });
  });
  paintMark(painter, box.x, painter.box.height - 66);
  painter.text("Stolik", box.x + 46, painter.box.height - 40, 34, "ink", { font: "display", weight: 650 });
}

/** The mark: a table with four stools. */
function paintMark(painter: Painter, x: number, y: number): void {
  const unit = 34 / 24;
  painter.fill(x + 6.6 * unit, y + 6.6 * unit, 10.8 * unit, 10.8 * unit, "pine", 3.1 * unit);
  for (const [cx, cy] of [[12, 2.6], [12, 21.4], [2.6, 12], [21.4, 12]] as const) {
    painter.circle(x + cx * unit, y + cy * unit, 2.1 * unit, "amber");
  }
}

/** The picture as a file. */
export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : fail(new Error(name))), "image/png"),
  );
}

/** Keep a file on this device. */
export function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
