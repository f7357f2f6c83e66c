/** Drawing on a canvas in the colours of the page: a picture of a table that can be sent to somebody. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Painter {
  readonly canvas: HTMLCanvasElement;
  readonly box: Box;
  readonly #context: CanvasRenderingContext2D;
  readonly #style = getComputedStyle(document.documentElement);

  /** Draws within a part of a canvas. */
  constructor(canvas: HTMLCanvasElement, box: Box) {
    this.canvas = canvas;
    this.box = box;
    this.#context = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  /** The same canvas, another part of it. */
  within(box: Box): Painter {
    return new Painter(this.canvas, box);
  }

  /** A colour of the design: `colour("paper")`. */
  colour(name: string): string {
    return this.#style.getPropertyValue(`--${name}`).trim() || "black";
  }

  fill(x: number, y: number, width: number, height: number, colour: string, radius = 0): void {
    this.#context.fillStyle = this.colour(colour);
    this.#context.beginPath();
    this.#context.roundRect(x, y, width, height, radius);
    this.#context.fill();
  }

  circle(x: number, y: number, radius: number, colour: string): void {
    this.#context.fillStyle = this.colour(colour);
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#context.fill();
  }

  /** A shape with straight sides. */
  shape(points: readonly (readonly [number, number])[], colour: string): void {
    this.#context.fillStyle = this.colour(colour);
    this.#context.beginPath();
    points.forEach(([x, y]) => this.#context.lineTo(x, y));
    this.#context.closePath();
    this.#context.fill();
  }

  /** A line of text in the fonts of the design; it is made smaller until it fits. The width it takes. */
  text(
    text: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    more: { font?: "ui" | "display"; weight?: number; align?: CanvasTextAlign; most?: number } = {},
  ): number {
    const context = this.#context;
    const family = this.#style.getPropertyValue(`--font-${more.font ?? "ui"}`);
    const write = (px: number) => (context.font = `${more.weight ?? 420} ${px}px ${family}`);
    write(size);
    const wide = context.measureText(text).width;
    if (more.most !== undefined && wide > more.most) {
      write((size * more.most) / wide);
    }
    context.fillStyle = this.colour(colour);
    context.textAlign = more.align ?? "left";
    context.textBaseline = "alphabetic";
    context.fillText(text, x, y);
    return Math.min(wide, more.most ?? wide);
  }

  /** Make something with soft shadow under it. */
  lying(depth: number, draw: () => void): void {
    const context = this.#context;
    context.save();
    context.shadowColor = "rgb(40 22 8 / 0.4)";
    context.shadowBlur = 2 * depth;
    context.shadowOffsetY = depth;
    draw();
    context.restore();
  }
}
