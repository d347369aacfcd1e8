/** The flame in a box of 48 x 60: the outer fire and its heart, as SVG path data. */
export const FLAME = {
  fire: 'M25 2c4 15 21 22 21 39 0 11-9 18-22 18S2 51 2 40C2 31 8 25 13 20c1 6 4 9 8 11C23 20 20 12 25 2Z',
  heart: 'M25 31c2 8 10 11 10 19 0 5-5 9-11 9s-11-4-11-9c0-5 3-8 6-11 1 3 2 4 4 5 1-5 0-8 2-13Z',
} as const;
