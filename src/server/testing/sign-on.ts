import type { LightMyRequestResponse } from 'fastify';
import type { User } from '#contract/auth.ts';
import { acceptSessionOffer } from '#contract/auth.ts';
import { OIDC_CALLBACK } from '../services/auth/public.ts';
import type { FakeOidc } from './oidc-server.ts';
import { type TestApp, testApp } from './test-app.ts';

type Options = NonNullable<Parameters<typeof testApp>[0]>;

/** Creates the app with a provider; `oidc` overrides its settings. The caller closes the provider after the tests. */
export async function appWithOidc(
  provider: FakeOidc,
  { config = {}, oidc = {}, ...options }: Options & { oidc?: { sign_up?: boolean; trust_email?: boolean } } = {},
): Promise<TestApp> {
  const { issuer, client_id, client_secret } = provider;
  const settings = { issuer, client_id, client_secret, name: 'Camp', sign_up: true, trust_email: false, ...oidc };
  const t = await testApp({ ...options, config: { ...config, oidc: settings } });
  await provider.register(t.deps.config.public_url + OIDC_CALLBACK);
  return t;
}

/** Returns the cookies that a response sets, as the browser sends them back. Omits cookies that it removes. */
export const cookiesOf = (answer: LightMyRequestResponse): string =>
  answer.cookies
    .filter(({ maxAge }) => maxAge !== 0)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

const get = (t: TestApp, path: string, cookie: string, address?: string) =>
  t.app.inject({ url: path, headers: { cookie }, ...(address ? { remoteAddress: address } : {}) });

/** Starts a sign-in. Returns the URL of its redirect and the cookies to send back. */
export async function startSignOn(t: TestApp, redirect?: string) {
  const query = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`;
  const answer = await t.app.inject(`/api/auth/oidc/start${query}`);
  return { answer, url: String(answer.headers.location), cookie: cookiesOf(answer) };
}

/** Requests the callback `url` with which the provider returns to the app. */
export function comeBack(t: TestApp, url: string, cookie: string): Promise<LightMyRequestResponse> {
  const { pathname, search } = new URL(url);
  return get(t, pathname + search, cookie);
}

/** Signs in up to the callback's response. */
export async function signOn(t: TestApp, provider: FakeOidc, login: string): Promise<LightMyRequestResponse> {
  const { url, cookie } = await startSignOn(t);
  return comeBack(t, await provider.signIn(url, login), cookie);
}

/** Requests the session that the callback's response offers. */
export const acceptOffer = (t: TestApp, answer: LightMyRequestResponse): Promise<LightMyRequestResponse> =>
  t.call(acceptSessionOffer, { headers: { cookie: cookiesOf(answer) } });

/** Signs in up to the session. */
export async function openSession(
  t: TestApp,
  provider: FakeOidc,
  login: string,
): Promise<{ access_token: string; user: User }> {
  const answer = await acceptOffer(t, await signOn(t, provider, login));
  if (answer.statusCode !== 200) throw new Error(`No session: ${answer.body}`);
  return answer.json();
}
