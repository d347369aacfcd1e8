import { describe, expect, it } from 'vitest';
import { TOTP_SECRET, totpCode } from '#server/testing/totp-code.ts';
import { createTotp, findTotpStep } from './totp.ts';

describe('findTotpStep', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])("returns the step of RFC 6238's example at %d s", async (seconds, code) => {
    const at = new Date(seconds * 1000);
    expect(totpCode(at)).toBe(code);
    expect(await findTotpStep(TOTP_SECRET, code, at)).toBe(Math.floor(seconds / 30));
    expect(await findTotpStep(TOTP_SECRET.toLowerCase(), code, at)).toBe(Math.floor(seconds / 30));
  });

  it('accepts a code for 30 s before and after its own 30 s', async () => {
    const code = totpCode(new Date(3_000_000));
    for (const [ms, step] of [
      [2_969_000, null],
      [2_970_000, 100],
      [3_059_000, 100],
      [3_061_000, null],
    ] as const)
      expect([ms, await findTotpStep(TOTP_SECRET, code, new Date(ms))]).toEqual([ms, step]);
  });

  it.each(['', '28708', '2870820', 'abcdef', '٢٨٧٠٨٢'])('returns null for %j', async (code) => {
    expect(await findTotpStep(TOTP_SECRET, code, new Date(59_000))).toBeNull();
  });
});

it('createTotp creates a secret that ADMIN_TOTP accepts, with its URI', async () => {
  const { secret, uri } = await createTotp('Emberkin camp.example', 'keeper');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(`otpauth://totp/Emberkin%20camp.example:keeper?secret=${secret}&issuer=Emberkin%20camp.example`);
  expect((await createTotp('a', 'b')).secret).not.toBe(secret);
});
