/** Releasing after this many pixels on the screen refreshes. */
export const PULL_AT = 64;
/** The most pixels that the mark moves down. */
const FURTHEST = 96;
/** A resting finger moves up to this many pixels. */
const SLACK = 8;

interface Point {
  x: number;
  y: number;
}

/** Returns how far the mark moves for a finger that moved `y` pixels, with growing resistance. */
export const stretch = (y: number): number => FURTHEST * (1 - Math.exp(-Math.max(0, y) / FURTHEST / 1.2));

/** Returns how far a touch pulls the mark, null while undecided, 'other' for scrolls and swipes. */
export function readPull(start: Point, now: Point, atTop: boolean): number | 'other' | null {
  const [across, down] = [Math.abs(now.x - start.x), now.y - start.y];
  if (!atTop) return 'other';
  if (across < SLACK && Math.abs(down) < SLACK) return null;
  return down > across ? stretch(down - SLACK) : 'other';
}
