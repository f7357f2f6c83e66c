/** Following a pointer that went down on something movable: mouse, pen or finger, the same for every game. */

const FAR_ENOUGH_PX = 6;
const HELD_MS = 220;

export interface Followed {
  /** It has moved far enough to be no tap: something is in hand now. */
  lift(): void;
  /** Where what is in hand is seen. */
  move(x: number, y: number): void;
  /** It was let go there, unless the browser took the pointer away. */
  drop(): void;
  /** Nothing is in hand any more. */
  end(): void;
}

/**
 * Follow it until it goes up; a finger hides what is under it, so what it moves is seen so much above it. Where a finger
 * that goes up or down scrolls (`scrolls`), it takes things in hand sideways, or when it has stayed for a moment.
 */
export function follow(event: PointerEvent, abovePx: number, on: Followed, scrolls = false): void {
  if (!event.isPrimary) {
    return;
  }
  const [startX, startY] = [event.clientX, event.clientY];
  const isFinger = event.pointerType === "touch";
  const lift = isFinger ? abovePx : 0;
  const stop = new AbortController();
  const { signal } = stop;
  let inHand = false;
  const take = () => {
    inHand = true;
    on.lift();
  };
  const held = scrolls && isFinger
    ? setTimeout(() => {
        take();
        navigator.vibrate?.(8);
        on.move(startX, startY - lift);
      }, HELD_MS)
    : undefined;
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) {
      return;
    }
    const [x, y] = [Math.abs(moved.clientX - startX), Math.abs(moved.clientY - startY)];
    if (!inHand && Math.hypot(x, y) > FAR_ENOUGH_PX) {
      clearTimeout(held);
      // whatever is left to the browser ends with a cancelled pointer
      if (held === undefined || x > y) {
        take();
      }
    }
    if (inHand) {
      on.move(moved.clientX, moved.clientY - lift);
    }
  };
  const end = (ended: PointerEvent) => {
    if (ended.pointerId !== event.pointerId) {
      return;
    }
    stop.abort();
    clearTimeout(held);
    if (inHand && ended.type === "pointerup") {
      on.drop();
      spendClick();
    }
    on.end();
  };
  // a second finger means something else, wherever it lies: what it lies on may keep the event to itself
  const another = (down: PointerEvent) => {
    if (!inHand && down.pointerId !== event.pointerId) {
      stop.abort();
      clearTimeout(held);
    }
  };
  addEventListener("pointerdown", another, { signal, capture: true });
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** The click that ends a drag is none; whatever goes down afterwards begins another. */
function spendClick(): void {
  const spent = new AbortController();
  const { signal } = spent;
  addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal });
  addEventListener("pointerdown", () => spent.abort(), { capture: true, signal });
  setTimeout(() => spent.abort(), 50);
}
