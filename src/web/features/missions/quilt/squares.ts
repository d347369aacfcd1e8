/**
 * What a day was for a member: `off` where the schedule left it free, in a break and while travelling, `saved` by a rest
 * day. `before` is a day before the member joined, which has no square.
 */
export type Square = 'checked' | 'saved' | 'off' | 'missed' | 'open' | 'later' | 'before';

/** The colours of squares, by the name of their variable in the style sheet. */
export type Tone = 'sunk' | 'line' | 'line-strong' | 'ink-2' | 'star-ink';

interface SquareLook {
  /** A piece of cloth, a small one in the middle of its place, or an empty place in running stitch. */
  shape: 'cloth' | 'small' | 'place';
  /** Null for the member's own. */
  tone: Tone | null;
  /** A stitch in the member's ink, or the moon of a saved day. */
  sign?: 'stitch' | 'moon';
}

/** How the squares of all quilts look. */
export const SQUARES: Readonly<Record<Exclude<Square, 'before'>, SquareLook>> = {
  checked: { shape: 'cloth', tone: null, sign: 'stitch' },
  saved: { shape: 'cloth', tone: 'sunk', sign: 'moon' },
  off: { shape: 'small', tone: 'line' },
  missed: { shape: 'cloth', tone: 'sunk' },
  open: { shape: 'place', tone: 'ink-2' },
  later: { shape: 'place', tone: 'line-strong' },
};

/** The side of a square in units of the drawings. */
export const SIDE = 17;

/** The sign of a saved day, in a square of that side. */
export const MOON = 'M10.5 4A5 5 0 1 0 13 11.6 4.2 4.2 0 0 1 10.5 4Z';
