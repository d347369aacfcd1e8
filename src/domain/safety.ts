/** Who can hide a check-in from the others. */
export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];
