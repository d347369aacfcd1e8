const EMAIL_MAX = 254;

/** Returns an address as it is stored and compared: trimmed, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Returns true for a normalized address that can receive mail: one '@', a domain with a dot, at most 254 characters.
 * Accepts only ASCII, so no line break or quote can reach a mail header.
 */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > 64 || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length >= 2 && labels.every((label) => DOMAIN_LABEL.test(label)) && /^[a-z]/i.test(last) && last.length > 1
  );
}
