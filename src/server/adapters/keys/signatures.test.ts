import { expect, it } from 'vitest';
import { makeSignatures } from './signatures.ts';

it('a seal fits what it was made for, and nothing else', () => {
  const signatures = makeSignatures('one');
  const bytes = Buffer.from('a mission and a member');
  const seal = signatures.seal('share', bytes);
  expect(signatures.fits('share', bytes, seal)).toBe(true);
  expect(signatures.fits('photo', bytes, seal)).toBe(false);
  expect(signatures.fits('share', Buffer.from('another mission'), seal)).toBe(false);
  expect(signatures.fits('share', bytes, seal.subarray(1))).toBe(false);
  expect(makeSignatures('two').fits('share', bytes, seal)).toBe(false);
});
