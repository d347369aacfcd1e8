import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from './limits.ts';

// Without the u flag, so that i folds ASCII letters alone.
const JOIN_CODE = new RegExp(`^[${INVITATION_CODE_ALPHABET}]{${INVITATION_CODE_LENGTH}}$`, 'i');

/** A code as it is kept and compared: trimmed, in upper case. Decisions 5. */
export function normalizeInvitationCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether `text` has the shape of an invitation code, in either case, without spaces around it. Decisions 5. */
export function isInvitationCode(text: string): boolean {
  return JOIN_CODE.test(text);
}
