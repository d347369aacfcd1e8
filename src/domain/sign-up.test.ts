import { expect, test } from 'vitest';
import { signUpRefusal } from './sign-up.ts';

test('A refused sign-up says why and whom to write to.', () => {
  expect(signUpRefusal('invited', 'help@emberkin.example')).toBe(
    'Sign-up is by invitation here. Ask a member, or write to help@emberkin.example.',
  );
  expect(signUpRefusal('closed', 'help@emberkin.example')).toBe(
    'Sign-up is closed here. Write to help@emberkin.example.',
  );
});

test('Without an address the last sentence is left out.', () => {
  expect(signUpRefusal('invited', null)).toBe('Sign-up is by invitation here.');
  expect(signUpRefusal('closed', null)).toBe('Sign-up is closed here.');
});
