import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from './limits.ts';

// Without the u flag the i flag folds ASCII letters only.
const INVITATION_CODE = new RegExp(`^[${INVITATION_CODE_ALPHABET}]{${INVITATION_CODE_LENGTH}}$`, 'i');

/** A code as it is stored and compared: trimmed, in upper case. */
export function normalizeInvitationCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether `text` has the shape of an invitation code, in either case and without spaces around it. */
export function isInvitationCode(text: string): boolean {
  return INVITATION_CODE.test(text);
}
