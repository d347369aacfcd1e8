import { useEffect, useState } from 'react';

const COUNT_UP_MS = 600;

/** Returns true if animation is allowed: the page is visible, and reduced motion is off. */
export const canMove = (): boolean =>
  typeof window !== 'undefined' &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  document.visibilityState === 'visible';

/**
 * Counts up to a number within 600 ms and shows each step.
 *
 * A new target continues from the last number shown. If the target is lower, or animation is not allowed, the number
 * changes immediately.
 */
export function createCountUp(from: number, show: (n: number) => void) {
  let shown = from;
  let frame = 0;
  const set = (n: number) => {
    shown = n;
    show(n);
  };
  return {
    stop: () => cancelAnimationFrame(frame),
    to(value: number): void {
      cancelAnimationFrame(frame);
      const start = shown;
      if (value <= start || !canMove()) {
        set(value);
        return;
      }
      const begun = performance.now();
      const step = (now: number) => {
        const rest = Math.min(1, Math.max(0, 1 - (now - begun) / COUNT_UP_MS));
        set(Math.round(start + (value - start) * (1 - rest ** 3)));
        if (rest > 0) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
  };
}

/** Returns the number to show for `value`. It counts up from `from`, and again when `value` grows. */
export function useCountUp(value: number, from = value): number {
  const [shown, setShown] = useState(() => (canMove() ? from : value));
  const [counter] = useState(() => createCountUp(shown, setShown));
  useEffect(() => {
    counter.to(value);
    return counter.stop;
  }, [counter, value]);
  return shown;
}
