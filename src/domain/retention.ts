/** For how many days something is stored, where that is all that the number says. See docs/rules.md#operator. */

/** After that a check-in that was taken back could be recorded again by a repeated request. */
export const TAKEN_BACK_RETENTION_DAYS = 30;
/** How long those who store a feed are told that a check-in was taken back or hidden. */
export const DELETIONS_LISTED_DAYS = 30;
/** Days after its answer or expiry for which an invitation keeps the address and the message. */
export const INVITEE_RETENTION_DAYS = 30;
/**
 * Days after which notifications are deleted: after being read, and after arriving if never read. A check-in leaves the
 * bell so many days after it was made.
 */
export const READ_NOTIFICATION_DAYS = 30;
export const UNREAD_NOTIFICATION_DAYS = 90;
/** Of a sent reminder; until then its link can explain itself. */
export const REMINDER_RETENTION_DAYS = 7;
/** Days for which an API token that has expired stays in the list. */
export const API_TOKEN_RETENTION_DAYS = 30;
/** Of the deliveries of webhooks. */
export const WEBHOOK_RETENTION_DAYS = 30;
/** Providers repeat an event for days; for a year it can be seen which ones came. */
export const PAYMENT_EVENT_RETENTION_DAYS = 365;
/** Of jobs that are done, without their payload, and of those that failed for good. */
export const DONE_JOB_RETENTION_DAYS = 8;
/** After going back a release, jobs wait that this release does not know. */
export const UNKNOWN_JOB_RETENTION_DAYS = 30;
export const FAILED_JOB_RETENTION_DAYS = 21;
/** Of mails in the outbox folder, where there is no SMTP_URL. */
export const MAIL_FILE_RETENTION_DAYS = 30;
/** Of pictures in the trash. */
export const TRASH_DAYS = 30;
