import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVITATION_STATUSES, invitationExpiry, invitationState } from './invitations.ts';

const sent = new Date('2026-10-20T09:00:00.000Z');
const at = (time: number) => new Date(time);

describe('an invitation', () => {
  it('is good for 14 days to the millisecond, whatever clocks do meanwhile', () => {
    const expires_at = invitationExpiry(sent);
    expect(expires_at.toISOString()).toBe('2026-11-03T09:00:00.000Z');
    const pending = { status: 'pending', expires_at } as const;
    expect(invitationState(pending, 'active', at(expires_at.getTime() - 1))).toBe('open');
    expect(invitationState(pending, 'active', expires_at)).toBe('gone');
  });

  it.each(['ended', 'completed'] as const)('is gone when its mission is %s', (state) => {
    const pending = { status: 'pending', expires_at: invitationExpiry(sent) } as const;
    expect(invitationState(pending, state, sent)).toBe('gone');
  });

  it('is processed for good once it was answered, and open only while it is pending', () => {
    const instants = fc.integer({ min: sent.getTime(), max: sent.getTime() + 100 * 86_400_000 }).map(at);
    fc.assert(
      fc.property(
        fc.constantFrom(...INVITATION_STATUSES),
        fc.constantFrom('active', 'ended', 'completed'),
        instants,
        (status, state, now) => {
          const invitation = { status, expires_at: invitationExpiry(sent) };
          const standing = invitationState(invitation, state, now);
          if (status === 'accepted' || status === 'declined') expect(standing).toBe('processed');
          else if (status !== 'pending' || state !== 'active') expect(standing).toBe('gone');
          else expect(standing).toBe(now < invitation.expires_at ? 'open' : 'gone');
        },
      ),
    );
  });
});
