/** Tries of a job that sends a mail; with the delays of `retryDelaySeconds` they span sixteen hours. */
export const MAIL_TRIES = 12;

/** Tries of a push message. */
export const PUSH_TRIES = 5;

/** Seconds until the next try after the `attempt`th failed: e, e², ... up to e¹⁰ (six hours). */
export const retryDelaySeconds = (attempt: number): number => Math.exp(Math.min(10, attempt));

/** Whether trying again is useless: the error says so, as MailRefused does. */
export const isPermanent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'permanent' in error && error.permanent === true;

/** Seconds for which a job waits that has found no slot at a host, after it had waited so often: 1, 2, 4 ... up to half a minute. */
export const slotWaitSeconds = (waits: number): number => Math.min(30, 2 ** waits);
