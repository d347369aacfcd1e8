/** Attempts to send an email. With the delays of `retryDelaySeconds` they span sixteen hours. */
export const MAIL_TRIES = 12;

/** Attempts to send a push message. */
export const PUSH_TRIES = 5;

/** Returns the seconds before the retry after the `attempt`th failure: e, e², ... up to e¹⁰ (six hours). */
export const retryDelaySeconds = (attempt: number): number => Math.exp(Math.min(10, attempt));

/** Returns true if the error says that a retry is useless, as MailRefused does. */
export const isPermanent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'permanent' in error && error.permanent === true;

/** Returns the seconds before another try for a slot at a host: 1, 2, 4 ... up to 30. */
export const slotWaitSeconds = (waits: number): number => Math.min(30, 2 ** waits);
