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
  /** A stitch in the member's ink, or a dot. */
  sign?: 'stitch' | 'dot';
}

/** How the squares of all quilts look. */
export const SQUARES: Readonly<Record<Exclude<Square, 'before'>, SquareLook>> = {
  checked: { shape: 'cloth', tone: null, sign: 'stitch' },
  saved: { shape: 'cloth', tone: 'sunk', sign: 'dot' },
  off: { shape: 'small', tone: 'line' },
  missed: { shape: 'cloth', tone: 'sunk' },
  open: { shape: 'place', tone: 'ink-2' },
  later: { shape: 'place', tone: 'line-strong' },
};
