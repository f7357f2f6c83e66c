/** Two fingers that part or meet on something: how far, compared with the beginning, and around which point. */

export interface Pinched {
  /** Two fingers lie on it. */
  begin?(): void;
  /** They are so many times as far apart as at first. True: that was all, the rest of the gesture does nothing. */
  change(ratio: number, x: number, y: number): boolean;
}

/** An attachment for the element on which the fingers lie. */
export function pinching(on: Pinched): (node: HTMLElement) => () => void {
  let began = 0;
  const fingers = ({ touches }: TouchEvent) => {
    const [one, other] = [touches[0], touches[1]];
    return one && other && touches.length === 2 ? ([one, other] as const) : null;
  };
  const apart = (one: Touch, other: Touch) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const start = (event: TouchEvent) => {
    const two = fingers(event);
    began = two ? apart(...two) : 0;
    if (two) {
      on.begin?.();
    }
  };
  const move = (event: TouchEvent) => {
    const two = fingers(event);
    if (!began || !two) {
      return;
    }
    // a table that is still rolling cannot be stopped
    if (event.cancelable) {
      event.preventDefault();
    }
    const [one, other] = two;
    if (on.change(apart(one, other) / began, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2)) {
      began = 0;
    }
  };
  return (node) => {
    const stop = new AbortController();
    node.addEventListener("touchstart", start, { passive: true, signal: stop.signal });
    node.addEventListener("touchmove", move, { passive: false, signal: stop.signal });
    return () => stop.abort();
  };
}
