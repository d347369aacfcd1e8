import { useEffect, useState } from 'react';
import { canMove } from '#platform/web/kit/use-count-up.ts';

/** The beats of the film, and when each begins, in milliseconds. */
const STARTS = { patch: 0, numbers: 400, fire: 800, way: 1300, end: 1600 } as const;
type Beat = keyof typeof STARTS;
const BEATS = Object.keys(STARTS) as Beat[];

/**
 * The short film that follows a check-in, beat by beat. A key or a press ends it, and whoever asked for less motion sees
 * its last picture at once. `onEnd` is called at the end, also when the card leaves the document before; it must not
 * change.
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
  /** Whether the film has come as far as a beat. */
  return (to: Beat): boolean => BEATS.indexOf(beat) >= BEATS.indexOf(to);
}
