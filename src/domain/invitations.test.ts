import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findInvitationId,
  INVITATION_STATUSES,
  invitationExpiry,
  invitationState,
  isInvitationCode,
  mailboxOf,
  normalizeInvitationCode,
} from './invitations.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from './limits.ts';

const sent = new Date('2026-10-20T09:00:00.000Z');
const at = (time: number) => new Date(time);

describe('an invitation', () => {
  it('is open for exactly 14 times 24 hours', () => {
    const expires_at = invitationExpiry(sent);
    expect(expires_at.toISOString()).toBe('2026-11-03T09:00:00.000Z');
    const pending = { status: 'pending', expires_at } as const;
    expect(invitationState(pending, 'active', at(expires_at.getTime() - 1))).toBe('open');
    expect(invitationState(pending, 'active', expires_at)).toBe('gone');
  });

  it.each(['ended', 'completed'] as const)('no longer exists if pending when its mission is %s', (state) => {
    const pending = { status: 'pending', expires_at: invitationExpiry(sent) } as const;
    expect(invitationState(pending, state, sent)).toBe('gone');
  });

  it('is open only in time, in an active mission and before a response', () => {
    const instants = fc.integer({ min: sent.getTime(), max: sent.getTime() + 100 * 86_400_000 }).map(at);
    fc.assert(
      fc.property(
        fc.constantFrom(...INVITATION_STATUSES),
        fc.constantFrom('active', 'ended', 'completed'),
        instants,
        (status, state, now) => {
          const invitation = { status, expires_at: invitationExpiry(sent) };
          const result = invitationState(invitation, state, now);
          if (status === 'accepted' || status === 'declined') expect(result).toBe('processed');
          else if (status !== 'pending' || state !== 'active') expect(result).toBe('gone');
          else expect(result).toBe(now < invitation.expires_at ? 'open' : 'gone');
        },
      ),
    );
  });
});

const letters = fc.constantFrom(...INVITATION_CODE_ALPHABET);
const code = fc
  .array(letters, { minLength: INVITATION_CODE_LENGTH, maxLength: INVITATION_CODE_LENGTH })
  .map((all) => all.join(''));

describe('isInvitationCode', () => {
  it('accepts every code in either case, and normalizing restores it', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(isInvitationCode(text)).toBe(true);
        expect(isInvitationCode(text.toLowerCase())).toBe(true);
        expect(normalizeInvitationCode(` ${text.toLowerCase()}\n`)).toBe(text);
      }),
    );
  });

  it('is restored from a text with other characters anywhere', () => {
    const isOther = (text: string) => !new RegExp(`[${INVITATION_CODE_ALPHABET}]`, 'i').test(text);
    const others = fc.string({ unit: 'binary', maxLength: 5 }).filter(isOther);
    const around = fc.array(others, { minLength: INVITATION_CODE_LENGTH + 1, maxLength: INVITATION_CODE_LENGTH + 1 });
    fc.assert(
      fc.property(code, around, (text, [first, ...between]) => {
        const written = first + [...text.toLowerCase()].map((letter, i) => letter + between[i]).join('');
        expect(normalizeInvitationCode(written)).toBe(text);
      }),
    );
  });

  it.each(['K7Q2M9TBWX.', 'K7Q2M-9TBWX', '(K7Q2M 9TBWX)', '\u200fK7Q2M9TBWX\u200e', 'K7Q2M9TBWX。', '"K7Q2M9TBWX",'])(
    'is restored from %j',
    (text) => {
      expect(normalizeInvitationCode(text)).toBe('K7Q2M9TBWX');
    },
  );

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
  ])('refuses %j', (text) => {
    expect(isInvitationCode(text)).toBe(false);
  });
});

describe('findInvitationId', () => {
  const id = '3f2b8c1e-0d4a-4b6f-9a57-c1e2d3f4a5b6';

  it.each([id, `${id}.`, `<${id}>`, `${id}),`, `\u200f${id}`])('finds the key in %j', (text) => {
    expect(findInvitationId(text)).toBe(id);
  });

  it('returns a text without a key unchanged', () => {
    expect(findInvitationId('not-a-key.')).toBe('not-a-key.');
  });
});

describe('mailboxOf', () => {
  const names = fc.stringMatching(/^[a-z0-9]{1,12}(\.[a-z0-9]{1,8})?$/);
  const tags = fc.stringMatching(/^[a-z0-9.+]{0,10}$/);

  it('ignores a + and what follows, but not dots', () => {
    fc.assert(
      fc.property(names, tags, (name, tag) => {
        expect(mailboxOf(`${name}+${tag}@example.com`)).toBe(`${name}@example.com`);
        expect(mailboxOf(`${name}@example.com`)).toBe(`${name}@example.com`);
        expect(mailboxOf(`+${name}@example.com`)).toBe(`+${name}@example.com`);
      }),
    );
  });

  it('ignores dots at Gmail, under both of its names', () => {
    fc.assert(
      fc.property(names, tags, fc.constantFrom('gmail.com', 'googlemail.com'), (name, tag, host) => {
        const mailbox = `${name.replaceAll('.', '')}@gmail.com`;
        for (const address of [`${name}@${host}`, `${name}+${tag}@${host}`, [...name].join('.').concat(`@${host}`)])
          if (!address.includes('..')) expect(mailboxOf(address)).toBe(mailbox);
      }),
    );
  });
});
