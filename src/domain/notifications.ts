/** What a notification can be about (Decisions 9). */
export const NOTIFICATION_TYPES = ['checkin', 'reaction', 'comment', 'mention', 'nudge'] as const;
