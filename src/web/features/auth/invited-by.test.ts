import { expect, test } from 'vitest';
import type { Site } from '#contract/site.ts';
import { canTrySignUp, invitedBy } from './invited-by.ts';

const site = (sign_up: Site['sign_up']): Site => ({
  plans: true,
  sign_up,
  sso: null,
  passwords: true,
  email_verification: false,
  admin_totp: false,
  imprint_url: null,
  privacy_url: null,
  support_email: null,
  version: '1.0.0',
});

test('finds the invitation in the path to which a visitor returns', () => {
  expect(invitedBy('/join/ABCDEFGH23')).toEqual({ invitationCode: 'ABCDEFGH23' });
  expect(invitedBy('/join/ABCDEFGH23?from=mail')).toEqual({ invitationCode: 'ABCDEFGH23' });
  expect(invitedBy('/accept-invitation/5c0e8a52-7f1d-4b7e-9f60-2a8f1f4c9d31')).toEqual({
    invitationId: '5c0e8a52-7f1d-4b7e-9f60-2a8f1f4c9d31',
  });
  expect(invitedBy('/dashboard')).toBeNull();
  expect(invitedBy('/join/')).toBeNull();
  expect(invitedBy(undefined)).toBeNull();
});

test('allows sign-up by invitation only with an invitation, and not if sign-up is closed', () => {
  expect(canTrySignUp(site('open'), false)).toBe(true);
  expect(canTrySignUp(site('invited'), false)).toBe(false);
  expect(canTrySignUp(site('invited'), true)).toBe(true);
  expect(canTrySignUp(site('closed'), true)).toBe(false);
});

test('allows everyone to try before the server has responded', () => {
  expect(canTrySignUp(null, false)).toBe(true);
});
