import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail } from '#platform/lib/email.ts';
import { isVisible } from '#platform/lib/text.ts';
import { NAME_MAX } from './limits.ts';
import { isReservedName } from './reserved-names.ts';
import { type AddressAccount, type Claims, decideFirstSignIn, readClaims } from './single-sign-on.ts';

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.emailAddress(),
  fc.constantFrom('Emberkin', 'Deleted user', 'emberkin@example.com', 'true', '  ', 'Ana', 'ana@example.com'),
  fc.anything(),
);
const claims: fc.Arbitrary<Claims> = fc.record(
  { email: anything, email_verified: anything, name: anything, preferred_username: anything },
  { requiredKeys: [] },
);

describe('readClaims', () => {
  it('returns a storable address and a visible name, whatever a provider sends', () => {
    fc.assert(
      fc.property(fc.array(claims, { maxLength: 2 }), fc.boolean(), (sources, trust) => {
        const { email, is_verified, name } = readClaims(sources, trust);
        if (email !== null) expect(isEmail(email) && email === email.toLowerCase()).toBe(true);
        else expect(is_verified).toBe(false);
        expect(name.length).toBeLessThanOrEqual(NAME_MAX);
        expect(isVisible(name) && !isReservedName(name)).toBe(true);
        // A name that is an address would show the address to other members.
        expect(isEmail(name.toLowerCase())).toBe(false);
      }),
    );
  });

  it('verifies an address only by a claim next to it, or by trust if the claim is absent', () => {
    const email = 'Ana@Example.com';
    const read = (sources: Claims[], trust = false) => readClaims(sources, trust);
    expect(read([{ email, email_verified: true }])).toMatchObject({ email: 'ana@example.com', is_verified: true });
    expect(read([{ email, email_verified: 'true' }]).is_verified).toBe(true);
    for (const email_verified of [false, 'false', 1, 'yes', {}]) {
      expect(read([{ email, email_verified }]).is_verified).toBe(false);
      expect(read([{ email, email_verified }], true).is_verified).toBe(false);
    }
    expect(read([{ email }]).is_verified).toBe(false);
    expect(read([{ email }], true).is_verified).toBe(true);
    // The other source might describe another address.
    expect(read([{ email }, { email: 'bo@example.com', email_verified: true }]).is_verified).toBe(false);
    expect(read([{ name: 'Ana' }, { email: 'bo@example.com', email_verified: true }])).toEqual({
      email: 'bo@example.com',
      is_verified: true,
      name: 'Ana',
    });
  });

  it.each([
    [[{ name: '  Ana \n Lind ' }], 'Ana Lind'],
    [[{ name: 'Emberkin Support', preferred_username: 'ana' }], 'ana'],
    [[{ name: '\u200b', preferred_username: 'ana@corp.example' }], 'ana'],
    [[{ name: 'ana@corp.example' }], 'ana'],
    [[{ email: 'bo.berg@example.com' }], 'bo.berg'],
    [[{ preferred_username: 'ana' }, { name: 'Ana Lind' }], 'Ana Lind'],
    [[{ name: `${'a'.repeat(99)}🔥` }], 'a'.repeat(99)],
    [[{ email: 'emberkin@example.com' }], 'New member'],
    [[], 'New member'],
  ] as [Claims[], string][])('of %j returns the name %j', (sources, name) => {
    expect(readClaims(sources, false).name).toBe(name);
  });
});

describe('decideFirstSignIn', () => {
  const account: fc.Arbitrary<AddressAccount> = fc.record({ is_proven: fc.boolean(), is_suspended: fc.boolean() });
  const email = fc.option(fc.constant('ana@example.com'));

  it('opens an existing account only for a verified address, and never while suspended', () => {
    fc.assert(
      fc.property(email, fc.boolean(), account, fc.boolean(), (address, is_verified, owner, signUp) => {
        const decided = decideFirstSignIn({ email: address, is_verified }, owner, signUp);
        expect(decided).not.toBe('create');
        expect(['link', 'take_over'].includes(decided)).toBe(address !== null && is_verified && !owner.is_suspended);
        // Sign-in methods of someone who never proved the address are removed.
        if (decided === 'link') expect(owner.is_proven).toBe(true);
        if (decided === 'take_over') expect(owner.is_proven).toBe(false);
      }),
    );
  });

  it('creates an account only if the address has none and sign-up is open', () => {
    fc.assert(
      fc.property(email, fc.boolean(), fc.option(account), fc.boolean(), (address, is_verified, owner, signUp) => {
        const decided = decideFirstSignIn({ email: address, is_verified }, owner, signUp);
        expect(decided === 'create').toBe(address !== null && owner === null && signUp);
        expect(decided === 'sign_up_closed').toBe(address !== null && owner === null && !signUp);
        expect(decided === 'sso_no_email').toBe(address === null);
      }),
    );
  });

  it('reveals a suspension only for a verified address', () => {
    const suspended = { is_proven: true, is_suspended: true };
    const of = (is_verified: boolean) => decideFirstSignIn({ email: 'ana@example.com', is_verified }, suspended, true);
    expect([of(false), of(true)]).toEqual(['sso_email_taken', 'account_suspended']);
  });
});
