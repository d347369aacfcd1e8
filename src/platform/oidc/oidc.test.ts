import { afterAll, beforeEach, expect, it } from 'vitest';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { startFakeOidc } from '#server/testing/oidc-server.ts';
import { OidcFailed, oidcProvider } from './oidc.ts';

const provider = await startFakeOidc();
afterAll(() => provider.close());
beforeEach(() => provider.setMode('ok'));

const CALLBACK = 'http://emberkin.test/api/auth/oidc/callback';
const settings = { ...provider, callback_url: CALLBACK };
const open = (timeoutS?: number) => oidcProvider(settings, fakeClock(new Date()), timeoutS);

async function signIn(login: string) {
  const oidc = open();
  const { url, attempt } = await oidc.start('en');
  return oidc.finish(new URL(await provider.signIn(url, login)).search, attempt);
}

it('single sign-on fetches claims that the ID token lacks', async () => {
  await provider.register(CALLBACK);
  const { issuer, subject, claims } = await signIn('ana');
  expect([issuer, subject]).toEqual([provider.issuer, 'ana']);
  expect(claims[0]).not.toHaveProperty('email');
  expect(claims[1]).toMatchObject({ email: 'ana@example.com', email_verified: true, name: 'ana' });
});

it('single sign-on fetches nothing more if the ID token has all claims', async () => {
  await provider.register(CALLBACK, { conformIdTokenClaims: false });
  provider.calls.length = 0;
  const { claims } = await signIn('bo');
  expect(claims).toMatchObject([{ email: 'bo@example.com', email_verified: true, name: 'bo' }]);
  expect(provider.calls).not.toContain('GET /me');
});

it('single sign-on sends the secret in the body if the provider requires that', async () => {
  const method = 'client_secret_post';
  const { client_id, client_secret } = provider;
  await provider.register(CALLBACK, {
    clientAuthMethods: [method],
    clients: [{ client_id, client_secret, redirect_uris: [CALLBACK], token_endpoint_auth_method: method }],
  });
  expect((await signIn('cleo')).subject).toBe('cleo');
});

it.each(['client_secret_basic', 'client_secret_post'] as const)(
  'single sign-on sends a secret with characters that URLs escape by %s',
  async (method) => {
    const client_secret = 'p@ss:w/ord+100%&=?#%20 and more';
    const { client_id } = provider;
    await provider.register(CALLBACK, {
      clientAuthMethods: [method],
      clients: [{ client_id, client_secret, redirect_uris: [CALLBACK], token_endpoint_auth_method: method }],
    });
    const oidc = oidcProvider({ ...settings, client_secret }, fakeClock(new Date()));
    const { url, attempt } = await oidc.start('en');
    const { search } = new URL(await provider.signIn(url, 'dana'));
    expect((await oidc.finish(search, attempt)).subject).toBe('dana');
  },
);

it('single sign-on reports a reason for a wrong secret, a wrong issuer and a silent provider', async () => {
  await provider.register(CALLBACK);
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: OidcFailed) => error.reason);
  const wrong = oidcProvider({ ...settings, client_secret: 'not it' }, fakeClock(new Date()));
  const { url, attempt } = await wrong.start('en');
  const { search } = new URL(await provider.signIn(url, 'ana'));
  expect(await failure(wrong.finish(search, attempt))).toBe('invalid_client');
  const { port } = new URL(provider.issuer);
  const other = oidcProvider({ ...settings, issuer: `http://localhost:${port}` }, fakeClock(new Date()));
  expect(await failure(other.start('en'))).toBe('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
  provider.setMode('silent');
  const impatient = open(0.3);
  expect(await failure(impatient.start('en'))).toBe('OAUTH_TIMEOUT');
  provider.setMode('down');
  await expect(impatient.start('en')).rejects.toThrow(OidcFailed);
  provider.setMode('ok');
  expect((await impatient.start('en')).url).toContain(provider.issuer);
});
