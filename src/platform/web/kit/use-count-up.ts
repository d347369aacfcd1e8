import { useEffect, useState } from 'react';

const COUNT_UP_MS = 600;

/** Whether things may move: the user has not asked for reduced motion, and somebody can see the page. */
export const canMove = (): boolean =>
  typeof window !== 'undefined' &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
  document.visibilityState === 'visible';

/**
 * Counts up to a number within 600 ms, and shows each number on the way. A new goal goes on from the number that was
 * shown last; one that is not higher, or where nothing may move, is shown at once.
 */
export function createCountUp(from: number, show: (n: number) => void) {
  let shown = from;
  let frame = 0;
  const set = (n: number) => {
    shown = n;
    show(n);
  };
  return {
    /** Stops where it is. */
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
        // Ease-out: it slows down towards the end.
        set(Math.round(start + (value - start) * (1 - rest ** 3)));
        if (rest > 0) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
  };
}

/** The number to show for `value`: it counts up from `from`, and again whenever `value` grows. */
export function useCountUp(value: number, from = value): number {
  const [shown, setShown] = useState(() => (canMove() ? from : value));
  const [counter] = useState(() => createCountUp(shown, setShown));
  useEffect(() => {
    counter.to(value);
    return counter.stop;
  }, [counter, value]);
  return shown;
}
