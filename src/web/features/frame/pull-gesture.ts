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

/** How far the mark moves for a finger that moved down `y` pixels, with growing resistance. */
export const stretch = (y: number): number => FURTHEST * (1 - Math.exp(-Math.max(0, y) / FURTHEST / 1.2));

/**
 * How far a touch that began at `start` pulls the mark: `null` while it is undecided, 'other' for a scroll, a swipe to
 * the side or anything else that is not a pull.
 */
export function readPull(start: Point, now: Point, atTop: boolean): number | 'other' | null {
  const [across, down] = [Math.abs(now.x - start.x), now.y - start.y];
  if (!atTop) return 'other';
  if (across < SLACK && Math.abs(down) < SLACK) return null;
  return down > across ? stretch(down - SLACK) : 'other';
}
