export const PUSH_TYPES = ['checkin', 'reaction', 'comment', 'mention', 'nudge'] as const;

export const NOTIFICATION_TYPES = [...PUSH_TYPES, 'invitation'] as const;

/** Returns the fragment of a check-in on its mission's page, or of a comment under it. */
export const anchorOf = (checkinId: string, commentId: string | null = null): string =>
  commentId === null ? `checkin-${checkinId}` : `checkin-${checkinId}-comment-${commentId}`;
