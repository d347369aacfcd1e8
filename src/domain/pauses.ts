/** Why a user takes a break; nobody else learns it. */
export const PAUSE_REASONS = ['ill', 'away', 'other'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
