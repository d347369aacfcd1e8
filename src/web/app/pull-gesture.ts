/** From here on letting go refreshes: pixels on the screen. */
export const PULL_AT = 64;
/** It is never drawn further down than this. */
const FURTHEST = 96;
/** A finger that rests moves this much. */
const SLACK = 8;

interface Point {
  x: number;
  y: number;
}

/** How far the mark comes for a finger that moved down `y` pixels: the further, the harder. */
export const stretch = (y: number): number => FURTHEST * (1 - Math.exp(-Math.max(0, y) / FURTHEST / 1.2));

/**
 * What a finger does that went down at `start` with the page at its top: `null` while that cannot be told, 'other' when
 * it is a scroll, a swipe to the side or something else that is none of our business.
 */
export function readPull(start: Point, now: Point, atTop: boolean): number | 'other' | null {
  const [across, down] = [Math.abs(now.x - start.x), now.y - start.y];
  if (!atTop) return 'other';
  if (across < SLACK && Math.abs(down) < SLACK) return null;
  return down > across ? stretch(down - SLACK) : 'other';
}
