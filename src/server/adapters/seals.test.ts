import { expect, it } from 'vitest';
import { makeSeals } from './seals.ts';

it('a seal fits what it was made for, and nothing else', () => {
  const seals = makeSeals('one');
  const bytes = Buffer.from('a mission and a member');
  const seal = seals.seal('share', bytes);
  expect(seals.fits('share', bytes, seal)).toBe(true);
  expect(seals.fits('photo', bytes, seal)).toBe(false);
  expect(seals.fits('share', Buffer.from('another mission'), seal)).toBe(false);
  expect(seals.fits('share', bytes, seal.subarray(1))).toBe(false);
  expect(makeSeals('two').fits('share', bytes, seal)).toBe(false);
});
