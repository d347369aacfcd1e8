import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeSignatures } from '#platform/keys/signatures.ts';
import { readShareToken, signedSharePath } from './public.ts';

const signatures = makeSignatures('one');
const shared = { mission_id: randomUUID(), user_id: randomUUID() };
const tokenOf = (path: string) => path.slice('/share/'.length);

it('reads the mission and the member from a share link', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (mission_id, user_id) => {
      const token = tokenOf(signedSharePath(signatures, { mission_id, user_id }));
      expect(token).toMatch(/^[\w-]{64}$/);
      expect(readShareToken(signatures, token)).toEqual({ mission_id, user_id });
    }),
  );
});

it('refuses a share link changed in any character or signed with another key', () => {
  const token = tokenOf(signedSharePath(signatures, shared));
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readShareToken(signatures, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
  expect(readShareToken(makeSignatures('two'), token)).toBeNull();
  for (const wrong of [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    `${token.slice(0, 63)}=`,
    '0'.repeat(64),
    '../'.repeat(21),
  ])
    expect(readShareToken(signatures, wrong)).toBeNull();
});
