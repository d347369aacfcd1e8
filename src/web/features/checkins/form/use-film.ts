import { useEffect, useState } from 'react';
import { canMove } from '#platform/web/kit/use-count-up.ts';

/** The start of each beat in milliseconds. */
const STARTS = { patch: 0, numbers: 400, fire: 800, way: 1300, end: 1600 } as const;
type Beat = keyof typeof STARTS;
const BEATS = Object.keys(STARTS) as Beat[];

/**
 * Plays the animation after a check-in. A key or press ends it; reduced motion skips it. `onEnd` also runs on unmount
 * and must be stable.
 */
export function useFilm(runs: boolean, onEnd: () => void) {
  const [played, setPlayed] = useState<Beat>('patch');
  useEffect(() => {
    if (!runs) return;
    if (!canMove()) return onEnd();
    const timers = BEATS.map((next) => setTimeout(next === 'end' ? onEnd : () => setPlayed(next), STARTS[next]));
    const events = ['keydown', 'pointerdown'];
    for (const event of events) window.addEventListener(event, onEnd, true);
    return () => {
      setPlayed('patch');
      for (const timer of timers) clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onEnd, true);
    };
  }, [runs, onEnd]);
  useEffect(() => onEnd, [onEnd]);
  const beat = runs && canMove() ? played : 'end';
  return (to: Beat): boolean => BEATS.indexOf(beat) >= BEATS.indexOf(to);
}
