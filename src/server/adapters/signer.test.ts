import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signer } from './signer.ts';

const ours = signer('a secret of the tests, long enough');

describe('a signed text', () => {
  it('opens for its purpose and key alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const signed = ours.sign('letter', text);
        expect(ours.open('letter', signed)).toBe(text);
        expect(ours.open('other', signed)).toBeNull();
        expect(signer('another secret of the tests').open('letter', signed)).toBeNull();
      }),
    );
  });

  it('is refused with any letter changed, added or taken away', () => {
    const signed = ours.sign('letter', 'r.4f2a');
    for (let at = 0; at < signed.length; at++) {
      const other = signed[at] === 'x' ? 'y' : 'x';
      // The last letter of the signature carries two bits that decode to nothing.
      if (at < signed.length - 1)
        expect(ours.open('letter', signed.slice(0, at) + other + signed.slice(at + 1))).toBeNull();
      expect(ours.open('letter', signed.slice(0, at))).toBeNull();
    }
    for (const text of ['', '.', 'x', `${signed}AAAA`]) expect(ours.open('letter', text)).toBeNull();
  });
});
