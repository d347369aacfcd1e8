/** Who may hide a check-in from the other members. */
export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];
