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

test('The page to which a visitor returns says which invitation they have.', () => {
  expect(invitedBy('/join/ABCDEFGH23')).toEqual({ invitationCode: 'ABCDEFGH23' });
  expect(invitedBy('/join/ABCDEFGH23?from=mail')).toEqual({ invitationCode: 'ABCDEFGH23' });
  expect(invitedBy('/accept-invitation/5c0e8a52-7f1d-4b7e-9f60-2a8f1f4c9d31')).toEqual({
    invitationId: '5c0e8a52-7f1d-4b7e-9f60-2a8f1f4c9d31',
  });
  expect(invitedBy('/dashboard')).toBeNull();
  expect(invitedBy('/join/')).toBeNull();
  expect(invitedBy(undefined)).toBeNull();
});

test('Where sign-up is by invitation, only somebody with one may try; where it is closed, nobody may.', () => {
  expect(canTrySignUp(site('open'), false)).toBe(true);
  expect(canTrySignUp(site('invited'), false)).toBe(false);
  expect(canTrySignUp(site('invited'), true)).toBe(true);
  expect(canTrySignUp(site('closed'), true)).toBe(false);
});

test('Until the server answers, everybody may try.', () => {
  expect(canTrySignUp(null, false)).toBe(true);
});
