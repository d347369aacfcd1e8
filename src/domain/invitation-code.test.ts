import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInvitationCode, normalizeInvitationCode } from './invitation-code.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from './limits.ts';

const letters = fc.constantFrom(...INVITATION_CODE_ALPHABET);
const code = fc
  .array(letters, { minLength: INVITATION_CODE_LENGTH, maxLength: INVITATION_CODE_LENGTH })
  .map((all) => all.join(''));

describe('isInvitationCode', () => {
  it('Every code is accepted in either case, and normalizing it restores it.', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(isInvitationCode(text)).toBe(true);
        expect(isInvitationCode(text.toLowerCase())).toBe(true);
        expect(normalizeInvitationCode(` ${text.toLowerCase()}\n`)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'ABCDEFGHJ',
    'ABCDEFGHJKM',
    'ABCDEFGHJ0',
    'ABCDEFGHJ1',
    'ABCDEFGHJI',
    'ABCDEFGHJL',
    'ABCDEFGHJO',
    'ABCDEFGHJU',
    'ABCDEFGHJK\n',
    'ABCDEFGHſK',
    'ABCDEFGHJ\u212a',
  ])('%j is not an invitation code.', (text) => {
    expect(isInvitationCode(text)).toBe(false);
  });
});
