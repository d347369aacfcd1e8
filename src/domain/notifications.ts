/** What a notification can be about. */
export const NOTIFICATION_TYPES = ['checkin', 'reaction', 'comment', 'mention', 'nudge'] as const;
