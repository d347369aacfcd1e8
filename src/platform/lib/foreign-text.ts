/** The most characters that a stored or logged text of another system has. */
const LENGTH_MAX = 1000;
/** The longest address (RFC 5321). */
const ADDRESS_MAX = 320;
/** Control characters, which PostgreSQL (NUL) or a terminal does not take, and halves of characters. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;
/** A run of characters that an address may consist of. One run never meets the next, so this takes linear time. */
const RUN = /[^\s<>"'(),;:]+/g;
const REST_OF_RUN = /^[^\s<>"'(),;:]*/;

/** Masks `ana@example.com` to `a***@example.com`, as logs may contain it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}

const maskRun = (run: string) => (run.slice(1, -1).includes('@') ? maskEmail(run) : run);

/**
 * Returns what another system said as logs and the database may contain it: at most its first 1,000 characters, without
 * characters that cannot be stored, and with every email address masked, because servers often repeat them.
 */
export function cleanForeignText(text: string): string {
  // An address that crosses the cut is masked as a whole.
  const [rest = ''] = text.slice(LENGTH_MAX, LENGTH_MAX + ADDRESS_MAX).match(REST_OF_RUN) ?? [];
  const masked = (text.slice(0, LENGTH_MAX) + rest).replace(RUN, maskRun);
  return masked.slice(0, LENGTH_MAX).replace(UNSTORABLE, ' ');
}

/** Returns the message of an error, or what was thrown instead of one, cleaned. */
export const describeThrown = (error: unknown): string =>
  cleanForeignText(error instanceof Error ? error.message : String(error));
