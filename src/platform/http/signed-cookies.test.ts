import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeSignatures } from '#platform/keys/signatures.ts';
import { clearSignedCookie, readSignedCookie, type SignedCookie, setSignedCookie } from './signed-cookies.ts';

const signatures = makeSignatures('a secret for tests');
const cookie: SignedCookie = { name: 'camp', path: '/api/camp', same_site: 'Lax', max_age_s: 60 };
const sentBack = (header: string) => header.split(';')[0]!;

it('readSignedCookie returns the value that was set, also among other cookies', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (value) => {
      const sent = `other=1; ${sentBack(setSignedCookie(signatures, cookie, value, true))};theme=dark`;
      expect(readSignedCookie(signatures, cookie, sent)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('setSignedCookie hides a cookie from scripts, and with https from plain connections', () => {
  const header = setSignedCookie(signatures, cookie, {}, true);
  expect(header).toMatch(/^__Host-camp=[\w-]+\.[\w-]{22}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax; Secure$/);
  expect(clearSignedCookie(cookie, true)).toBe('__Host-camp=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure');
  expect(setSignedCookie(signatures, cookie, {}, false)).not.toContain('Secure');
  expect(clearSignedCookie(cookie, false)).toBe('camp=; Path=/api/camp; Max-Age=0; HttpOnly; SameSite=Lax');
});

it('readSignedCookie returns null for a changed cookie, another name or secret, or none', () => {
  const sent = sentBack(setSignedCookie(signatures, cookie, { user: 'ana' }, false));
  const read = (header: string | undefined) => readSignedCookie(signatures, cookie, header);
  expect(read(sent)).toEqual({ user: 'ana' });
  const forged = `camp=${Buffer.from('{"user":"bo"}').toString('base64url')}.${sent.split('.')[1]}`;
  for (const header of [undefined, '', 'camp', 'camp=', 'camp=.', forged, sent.slice(0, -4), `x${sent}`])
    expect(read(header)).toBeNull();
  const other = { ...cookie, name: 'tent' };
  expect(readSignedCookie(signatures, other, sent.replace('camp', 'tent'))).toBeNull();
  expect(readSignedCookie(makeSignatures('another secret'), cookie, sent)).toBeNull();
  expect(readSignedCookie(makeSignatures('another secret', 'a secret for tests'), cookie, sent)).not.toBeNull();
});

it('readSignedCookie ignores a cookie that another subdomain planted', () => {
  const own = sentBack(setSignedCookie(signatures, cookie, { user: 'ana' }, true));
  const planted = sentBack(setSignedCookie(signatures, cookie, { user: 'eve' }, false));
  const read = (header: string) => readSignedCookie(signatures, cookie, header);
  for (const header of [`${planted}; ${own}`, `${own}; ${planted}`]) expect(read(header)).toEqual({ user: 'ana' });
  // An empty or changed cookie does not make room for the other.
  expect(read(`${planted}; __Host-camp=`)).toBeNull();
  expect(read(`${planted}; ${own.slice(0, -4)}`)).toBeNull();
});

it('readSignedCookie accepts the name of release 1.0.0, which used it over https too', () => {
  const before = sentBack(setSignedCookie(signatures, cookie, { user: 'ana' }, false));
  expect(readSignedCookie(signatures, cookie, before)).toEqual({ user: 'ana' });
});
