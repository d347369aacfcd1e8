import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { acceptSessionOffer, listSessions, logout, me } from '#contract/auth.ts';
import errors from '#messages/en/errors.json' with { type: 'json' };
import { Int } from '#platform/db/columns.ts';
import { makeLogger } from '#platform/http/log.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import {
  acceptOffer,
  appWithOidc,
  comeBack,
  cookiesOf,
  openSession,
  signOn,
  startSignOn,
} from '../../testing/sign-on.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const provider = await startFakeOidc();
afterAll(() => provider.close());
const t = await appWithOidc(provider);
beforeEach(() => t.clock.set(NOON));
afterEach(() => {
  provider.setMode('ok');
  provider.setTamper(null);
});

const FAILED = '/login?sso=sso_failed';
/** Returns from a successful sign-in after `change` has altered the callback URL. */
async function comeBackWith(change: (url: URL) => void) {
  const { url, cookie } = await startSignOn(t);
  const back = new URL(await provider.signIn(url, 'ana'));
  change(back);
  return comeBack(t, back.href, cookie);
}

describe('the redirect to the provider and back', () => {
  it('redirects with state, nonce and PKCE, and stores them in the browser', async () => {
    const { answer, url } = await startSignOn(t, '/mission/1?tab=a');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'emberkin',
      response_type: 'code',
      redirect_uri: 'http://emberkin.test/api/auth/oidc/callback',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      ui_locales: 'en',
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^emberkin_oidc=[\w-]+\.[\w-]{22}; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('redirects to our page with an HttpOnly offer and no token in any URL', async () => {
    const { url, cookie } = await startSignOn(t, '/mission/1?tab=a');
    const answer = await comeBack(t, await provider.signIn(url, 'ana'), cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/signed-in?redirect=%2Fmission%2F1%3Ftab%3Da']);
    expect(answer.headers['set-cookie']).toEqual([
      'emberkin_oidc=; Path=/api/auth/oidc; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(
        /^emberkin_session_offer=[\w-]+\.[\w-]{22}; Path=\/api\/auth\/oidc; Max-Age=60; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const session = await acceptOffer(t, answer);
    expect(session.statusCode).toBe(200);
    expect(session.headers['set-cookie']).toContain('emberkin_session_offer=; Path=/api/auth/oidc; Max-Age=0');
    const { access_token, user } = session.json();
    expect(user).toMatchObject({ email: 'ana@example.com', has_password: false, profile_completed: false });
    expect((await t.call(me, { token: access_token })).json()).toEqual(user);
  });

  it('restricts both cookies to HTTPS if the server uses it', async () => {
    const other = await startFakeOidc();
    const safe = await appWithOidc(other, { config: { public_url: 'https://emberkin.test' } });
    const { url, answer, cookie } = await startSignOn(safe);
    expect(answer.headers['set-cookie']).toMatch(/; Secure$/);
    const back = await comeBack(safe, await other.signIn(url, 'ana'), cookie);
    for (const header of back.headers['set-cookie'] as string[]) expect(header).toMatch(/; Secure$/);
    await other.close();
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'dashboard', `/${'x'.repeat(1000)}`])(
    'ignores a redirect to %j',
    async (redirect) => {
      const { url, cookie } = await startSignOn(t, redirect);
      const answer = await comeBack(t, await provider.signIn(url, 'ana'), cookie);
      expect(answer.headers.location).toBe('/signed-in');
    },
  );

  it('redirects to the sign-in page after the user cancels at the provider', async () => {
    const { url, cookie } = await startSignOn(t, '/insights');
    const answer = await comeBack(t, await provider.cancel(url), cookie);
    expect(answer.headers.location).toBe('/login?sso=sso_refused&redirect=%2Finsights');
    expect(cookiesOf(answer)).toBe('');
  });

  it('returns 404 without a provider in the settings', async () => {
    const plain = await testApp();
    for (const url of ['/api/auth/oidc/start', '/api/auth/oidc/callback'])
      expect((await plain.app.inject(url)).json()).toMatchObject({ code: 'not_found', detail: 'Not found' });
    expect((await plain.call(acceptSessionOffer)).statusCode).toBe(404);
  });
});

describe('a sign-in at the provider', () => {
  it('refuses a wrong state or issuer', async () => {
    expect((await comeBackWith((url) => url.searchParams.set('state', 'x'.repeat(43)))).headers.location).toBe(FAILED);
    expect((await comeBackWith((url) => url.searchParams.delete('state'))).headers.location).toBe(FAILED);
    const foreign = await comeBackWith((url) => url.searchParams.set('iss', 'https://evil.example'));
    expect(foreign.headers.location).toBe(FAILED);
  });

  it.each([
    ['nonce', 'x'.repeat(43)],
    ['iss', 'https://evil.example'],
    ['aud', 'another-client'],
    ['exp', 1],
    ['iat', 4_102_444_800],
    ['azp', 'another-client'],
    ['sub', 'bo'],
  ])('refuses another %s in the ID token and creates no account', async (claim, value) => {
    provider.setTamper((token) => ({ ...token, [claim]: value }));
    const answer = await signOn(t, provider, `with-another-${claim}`);
    expect([answer.headers.location, cookiesOf(answer)]).toEqual([FAILED, '']);
    const rows = await t.db.rows('select from users where email = $1', [`with-another-${claim}@example.com`]);
    expect(rows).toEqual([]);
  });

  it('accepts only an ID token that the provider has signed', async () => {
    provider.setTamper((token) => token, 'foreign');
    expect((await signOn(t, provider, 'ana')).headers.location).toBe(FAILED);
    provider.setTamper((token) => token);
    expect((await signOn(t, provider, 'ana')).headers.location).toBe('/signed-in');
  });

  it('accepts a code once, and only in the browser that started the sign-in', async () => {
    const { url, cookie } = await startSignOn(t);
    const back = await provider.signIn(url, 'ana');
    expect((await comeBack(t, back, '')).headers.location).toBe(FAILED);
    const other = await startSignOn(t);
    expect((await comeBack(t, back, other.cookie)).headers.location).toBe(FAILED);
    expect((await comeBack(t, back, cookie)).headers.location).toBe('/signed-in');
    expect((await comeBack(t, back, cookie)).headers.location).toBe(FAILED);
  });

  it('starts from scratch after ten minutes or with a changed cookie', async () => {
    const { url, cookie } = await startSignOn(t);
    const back = await provider.signIn(url, 'ana');
    const [name, text] = cookie.split('=');
    const forged = JSON.parse(Buffer.from(text!.split('.')[0]!, 'base64url').toString('utf8'));
    const json = Buffer.from(JSON.stringify({ ...forged, redirect: '/admin' })).toString('base64url');
    expect((await comeBack(t, back, `${name}=${json}.${text!.split('.')[1]}`)).headers.location).toBe(FAILED);
    t.clock.advance(10 * MINUTE);
    expect((await comeBack(t, back, cookie)).headers.location).toBe(FAILED);
  });

  it('refuses an offer after a minute, and any forged one', async () => {
    const answer = await signOn(t, provider, 'ana');
    const offer = cookiesOf(answer);
    const attempt = await startSignOn(t);
    for (const cookie of ['', offer.slice(0, -3), attempt.cookie.replace('emberkin_oidc', 'emberkin_session_offer')]) {
      const refused = await t.call(acceptSessionOffer, { headers: { cookie } });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'sso_failed', detail: errors.sso_failed },
      ]);
    }
    t.clock.advance(MINUTE - 1);
    const later = await signOn(t, provider, 'ana');
    expect((await acceptOffer(t, answer)).statusCode).toBe(200);
    t.clock.advance(MINUTE);
    expect((await acceptOffer(t, later)).json().code).toBe('sso_failed');
  });

  it('opens one session for thirty concurrent uses of an offer at two instances', async () => {
    const answer = await signOn(t, provider, 'dora');
    const other = await t.startInstance();
    const { method, path: url } = acceptSessionOffer;
    const elsewhere = () => other.app.inject({ method, url, headers: { cookie: cookiesOf(answer) } });
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? acceptOffer(t, answer) : elsewhere())),
    );
    const said = tries.map(({ statusCode, json }) => `${statusCode} ${json().code ?? ''}`).sort();
    expect(said).toEqual(['200 ', ...Array<string>(29).fill('400 sso_failed')]);
    t.clock.advance(MINUTE - 1);
    expect((await acceptOffer(t, answer)).json().code).toBe('sso_failed');
    await other.stop();
  });
});

describe('the provider', () => {
  it('only blocks single sign-on while unavailable, and works again when it is back', async () => {
    const late = await startFakeOidc();
    late.setMode('down');
    const app = await appWithOidc(late);
    expect((await app.app.inject('/ready')).statusCode).toBe(200);
    expect((await startSignOn(app)).url).toBe(FAILED);
    late.setMode('ok');
    const { url, cookie } = await startSignOn(app);
    const back = await late.signIn(url, 'ana');
    late.setMode('down');
    expect((await comeBack(app, back, cookie)).headers.location).toBe(FAILED);
    late.setMode('ok');
    // No request arrived, so the code is still unused.
    expect((await comeBack(app, back, cookie)).headers.location).toBe('/signed-in');
    await late.close();
  });

  it('is asked for its description once an hour, also by concurrent sign-ins', async () => {
    const counted = await startFakeOidc();
    const app = await appWithOidc(counted);
    const fetched = () => counted.calls.filter((call) => call.includes('/.well-known/')).length;
    expect(fetched()).toBe(0);
    await Promise.all([startSignOn(app), startSignOn(app), startSignOn(app)]);
    expect(fetched()).toBe(1);
    app.clock.advance(60 * MINUTE - 1);
    await startSignOn(app);
    expect(fetched()).toBe(1);
    app.clock.advance(1);
    await startSignOn(app);
    expect(fetched()).toBe(2);
    await counted.close();
  });
});

describe('the log', () => {
  it('contains the reason of a failure and nothing that the provider sent', async () => {
    const lines: string[] = [];
    const other = await startFakeOidc();
    const app = await appWithOidc(other, {
      log: makeLogger('trace', { write: (line: string) => void lines.push(line) }),
    });
    const { url, cookie } = await startSignOn(app);
    const back = await other.signIn(url, 'ana');
    await comeBack(app, `${back}&state=twice`, cookie);
    const answer = await comeBack(app, back, cookie);
    await acceptOffer(app, answer);
    await comeBack(app, back, cookie);
    const written = lines.join('');
    expect(written).toContain('"reason":"invalid_grant"');
    expect(written).toContain('"route":"/api/auth/oidc/callback"');
    const secrets = [...new URL(back).searchParams.values()].filter((value) => value !== other.issuer);
    for (const secret of [...secrets, cookie.split('.')[1]!, cookiesOf(answer), 'ana@', 'example.com'])
      expect(written).not.toContain(secret);
    await other.close();
  });
});

describe('single sign-on', () => {
  it('ends only our session on logout, so the provider signs in again without a password', async () => {
    const { url, cookie } = await startSignOn(t);
    await acceptOffer(t, await comeBack(t, await provider.signIn(url, 'cleo'), cookie));
    const { access_token: token } = await openSession(t, provider, 'cleo');
    expect((await t.call(listSessions, { token })).json()).toHaveLength(2);
    const before = provider.calls.length;
    expect((await t.call(logout, { token })).statusCode).toBe(204);
    expect(provider.calls).toHaveLength(before);
    expect((await t.call(me, { token })).statusCode).toBe(401);
    const [session] = await t.db.rows(
      z.object({ count: Int }),
      `select count(*) as count from sessions s join users u on u.id = s.user_id where u.email = 'cleo@example.com'`,
    );
    expect(session?.count).toBe(1);
  });

  it('allows thirty sign-ins in ten minutes and explains the refusal of the next', async () => {
    const counted = await startFakeOidc();
    const app = await appWithOidc(counted, { rate_limits: true });
    for (let n = 0; n < 30; n++) expect((await signOn(app, counted, 'ana')).headers.location).toBe('/signed-in');
    const refused = await app.app.inject('/api/auth/oidc/start');
    expect([refused.statusCode, refused.headers.location]).toEqual([302, '/login?sso=too_many_requests']);
    const elsewhere = await app.app.inject({ url: '/api/auth/oidc/start', remoteAddress: '203.0.113.9' });
    expect(elsewhere.statusCode).toBe(302);
    await counted.close();
  });
});
