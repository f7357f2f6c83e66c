/** Following a pointer that went down on something movable: mouse, pen or finger, the same for every game. */

const FAR_ENOUGH_PX = 6;

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

/** Follow it until it goes up; a finger hides what is under it, so what it moves is seen so much above it. */
export function follow(event: PointerEvent, abovePx: number, on: Followed): void {
  const [startX, startY] = [event.clientX, event.clientY];
  const lift = event.pointerType === "touch" ? abovePx : 0;
  const stop = new AbortController();
  const { signal } = stop;
  let inHand = false;
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) {
      return;
    }
    if (!inHand && Math.hypot(moved.clientX - startX, moved.clientY - startY) > FAR_ENOUGH_PX) {
      inHand = true;
      on.lift();
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
    if (inHand && ended.type === "pointerup") {
      on.drop();
      // the click that follows a drag is none
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
    }
    on.end();
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}
