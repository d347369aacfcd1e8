/**
 * A member's day. `off` is free by schedule, break or travel; `saved` used a rest day; `before` precedes joining and
 * has no square.
 */
export type Square = 'checked' | 'saved' | 'off' | 'missed' | 'open' | 'later' | 'before';

/** The colors of squares, named like their CSS variables. */
export type Tone = 'sunk' | 'line' | 'line-strong' | 'ink-2' | 'star-ink';

interface SquareLook {
  /** A full cloth, a small cloth in the middle, or a dashed outline. */
  shape: 'cloth' | 'small' | 'place';
  /** Null for the member's own color. */
  tone: Tone | null;
  /** A stitch in the member's ink, or the moon of a saved day. */
  sign?: 'stitch' | 'moon';
}

export const SQUARES: Readonly<Record<Exclude<Square, 'before'>, SquareLook>> = {
  checked: { shape: 'cloth', tone: null, sign: 'stitch' },
  saved: { shape: 'cloth', tone: 'sunk', sign: 'moon' },
  off: { shape: 'small', tone: 'line' },
  missed: { shape: 'cloth', tone: 'sunk' },
  open: { shape: 'place', tone: 'ink-2' },
  later: { shape: 'place', tone: 'line-strong' },
};

/** The side of a square in drawing units. */
export const SIDE = 17;

export const MOON = 'M10.5 4A5 5 0 1 0 13 11.6 4.2 4.2 0 0 1 10.5 4Z';
