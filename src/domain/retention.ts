/** The number of days that something is stored (docs/rules.md#operator). */

/** How long an undone check-in is remembered. After this, a repeated request could record it again. */
export const TAKEN_BACK_RETENTION_DAYS = 30;
/** How long the changes of a day's amount are stored. After this, a repeated request could change it again. */
export const AMOUNT_WRITE_RETENTION_DAYS = 30;
/** How long the API lists undone and hidden check-ins for programs that store a feed. */
export const DELETIONS_LISTED_DAYS = 30;
/** Days after the response or expiry that an invitation retains the address and the message. */
export const INVITEE_RETENTION_DAYS = 30;
/**
 * Days after which notifications are deleted: after being read, and after arrival if never read. A check-in leaves the
 * bell after the same number of days.
 */
export const READ_NOTIFICATION_DAYS = 30;
export const UNREAD_NOTIFICATION_DAYS = 90;
/** How long a sent reminder is stored. Its link can explain itself during that time. */
export const REMINDER_RETENTION_DAYS = 7;
/** Days that an expired API token stays in the list. */
export const API_TOKEN_RETENTION_DAYS = 30;
export const WEBHOOK_RETENTION_DAYS = 30;
/** Providers repeat an event for days; a year of events helps with questions. */
export const PAYMENT_EVENT_RETENTION_DAYS = 365;
/** How long finished jobs are stored, without their payload. */
export const DONE_JOB_RETENTION_DAYS = 8;
/** After a downgrade, jobs of the newer release wait this long. */
export const UNKNOWN_JOB_RETENTION_DAYS = 30;
export const FAILED_JOB_RETENTION_DAYS = 21;
/** How long emails stay in the outbox folder of a server without SMTP_URL. */
export const MAIL_FILE_RETENTION_DAYS = 30;
export const TRASH_DAYS = 30;
