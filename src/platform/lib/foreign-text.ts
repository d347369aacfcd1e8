const LENGTH_MAX = 1000;
/** RFC 5321. */
const ADDRESS_MAX = 320;
/** Control characters and lone surrogates. PostgreSQL rejects NUL, and terminals interpret control characters. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;
/** A run of characters that an address can contain. Runs never touch each other, so matching takes linear time. */
const RUN = /[^\s<>"'(),;:]+/g;
const REST_OF_RUN = /^[^\s<>"'(),;:]*/;

/** Masks `ana@example.com` as `a***@example.com` for logs. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}

const maskRun = (run: string) => (run.slice(1, -1).includes('@') ? maskEmail(run) : run);

/**
 * Returns the first 1,000 characters of another system's text, safe for logs and the database. Replaces characters that
 * cannot be stored and masks email addresses, because servers often repeat them.
 */
export function cleanForeignText(text: string): string {
  // Mask an address that crosses the cut as a whole.
  const [rest = ''] = text.slice(LENGTH_MAX, LENGTH_MAX + ADDRESS_MAX).match(REST_OF_RUN) ?? [];
  const masked = (text.slice(0, LENGTH_MAX) + rest).replace(RUN, maskRun);
  return masked.slice(0, LENGTH_MAX).replace(UNSTORABLE, ' ');
}

/** Returns the cleaned message of an error, or of whatever was thrown. */
export const describeThrown = (error: unknown): string =>
  cleanForeignText(error instanceof Error ? error.message : String(error));
