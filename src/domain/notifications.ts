/** What a push message can be about, if its reader wants it. */
export const PUSH_TYPES = ['checkin', 'reaction', 'comment', 'mention', 'nudge'] as const;

/** What a notification can be about. */
export const NOTIFICATION_TYPES = [...PUSH_TYPES, 'invitation'] as const;

/** The fragment of a check-in on the page of its mission, or of a comment under it. */
export const anchorOf = (checkinId: string, commentId: string | null = null): string =>
  commentId === null ? `checkin-${checkinId}` : `checkin-${checkinId}-comment-${commentId}`;
