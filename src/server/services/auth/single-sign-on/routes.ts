/**
 * Two signed cookies (the server sets no others) carry a single sign-on instead of a table, so any instance can handle
 * the callback. The first contains the expected values and binds them to the browser. The second is the offer of a
 * session (../session-offers/commands.ts). The start and the callback are redirects outside the contract. A failure
 * redirects to `/login?sso=<code>`, which shows the message.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as contract from '#contract/auth.ts';
import { SIGN_ON_MINUTES } from '#domain/limits.ts';
import { readClaims } from '#domain/single-sign-on.ts';
import { Failure, fail } from '#platform/http/errors.ts';
import { languageOfPage } from '#platform/http/language.ts';
import { logSecurity } from '#platform/http/log.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import {
  clearSignedCookie,
  openSignedCookie,
  type SignedCookie,
  setSignedCookie,
} from '#platform/http/signed-cookies.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';
import { type Oidc, OidcFailed } from '#platform/oidc/oidc.ts';
import type { Config } from '../../../app/config.ts';
import type { Deps } from '../../../app/deps.ts';
import { type AccountRestart, OIDC_CALLBACK, OIDC_PATH, type SessionUser } from '../public.ts';
import { acceptSessionOffer, clearSessionOffer, offerSession } from '../session-offers/commands.ts';
import { claimLink } from '../sessions/commands.ts';
import { type SignedOn, signOnUser } from './commands.ts';
import type { Identity } from './queries.ts';

/** A browser might refuse a larger cookie. */
const REDIRECT_MAX = 1000;

/** The values that the callback must match. Lax, because the callback starts on another site. */
const ATTEMPT_COOKIE: SignedCookie = {
  name: 'emberkin_oidc',
  path: OIDC_PATH,
  same_site: 'Lax',
  max_age_s: SIGN_ON_MINUTES * 60,
};
/** `ends` is in milliseconds since 1970. The server checks it, whatever the browser does. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.nullable(z.string()),
  ends: z.number(),
});

/** Builds a path with a query, without null values. */
function pathWith(path: string, query: Record<string, string | null>): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

const toPage = (reply: FastifyReply, path: string) => reply.header('cache-control', 'no-store').redirect(path, 302);

/** Returns the part of the URL from the question mark. */
const queryOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

const EVENTS = { none: null, linked: 'oidc_linked', registered: 'registered' } as const;

function logOutcome(request: FastifyRequest, outcome: SignedOn): void {
  const { user_id } = outcome;
  const event = outcome.refused === null ? EVENTS[outcome.effect] : 'login_failed';
  if (event !== null) logSecurity(request, event, { user_id });
}

interface ProviderOptions {
  readonly oidc: Oidc;
  readonly settings: NonNullable<Config['oidc']>;
  readonly restart: AccountRestart | null;
}

/** Completes the sign-in and returns its identity and outcome. Throws OidcFailed. */
async function finishSignOn(
  deps: Deps,
  { oidc, settings, restart }: ProviderOptions,
  { request, attempt, now }: { request: FastifyRequest; attempt: z.output<typeof Attempt>; now: Date },
): Promise<{ identity: Identity; outcome: SignedOn }> {
  const { issuer, subject, claims } = await oidc.finish(queryOf(request), attempt);
  const user = readClaims(claims, settings.trust_email);
  const is_mailed = user.email !== null && !user.is_verified && (await claimLink(deps, user.email, request));
  const { sign_up } = settings;
  const identity = { issuer, subject };
  return { identity, outcome: await signOnUser(deps.db, { identity, user, sign_up, is_mailed, restart }, now) };
}

function offerRoute(serve: Serve<SessionUser>, deps: Deps, https: boolean): void {
  serve(contract.acceptSessionOffer, async ({ now, request, reply }) => {
    if (deps.oidc === null) return fail('not_found');
    reply.header('set-cookie', clearSessionOffer(https));
    return acceptSessionOffer(deps, request, now);
  });
}

function providerRoutes(app: FastifyInstance, deps: Deps, options: ProviderOptions, https: boolean): void {
  const { signatures, limits, clock } = deps;
  const { oidc } = options;
  const refuse = (reply: FastifyReply, code: string, redirect: string | null) =>
    toPage(reply, pathWith('/login', { sso: code, redirect }));
  /**
   * Every failure redirects to the sign-in page. Only the reason of a provider error is logged: library messages might
   * contain what the provider sent.
   */
  const failed = (request: FastifyRequest, error: unknown) => {
    if (error instanceof Failure && error.code === 'too_many_requests') return error.code;
    if (!(error instanceof OidcFailed)) {
      request.log.error({ err: error }, 'single sign-on failed');
      return 'sso_failed';
    }
    request.log.warn({ reason: error.reason }, 'the single sign-on provider did not sign somebody in');
    return error.is_refused ? 'sso_refused' : 'sso_failed';
  };
  const route = { exposeHeadRoute: false };

  app.get<{ Querystring: { redirect?: unknown } }>(`${OIDC_PATH}/start`, route, async (request, reply) => {
    const wanted = request.query.redirect;
    const isOwn = typeof wanted === 'string' && wanted.length <= REDIRECT_MAX && isSameOriginPath(wanted);
    const redirect = isOwn ? wanted : null;
    try {
      await limits.general(callerOf(request, reply));
      // The only limit here: a whole class might sign in from one address.
      await limits.named('oidc', 'before_body', { address: request.ip });
      const { url, attempt } = await oidc.start(languageOfPage(request));
      const ends = clock.now().getTime() + SIGN_ON_MINUTES * MINUTE_MS;
      const value = { ...attempt, redirect, ends };
      reply.header('set-cookie', setSignedCookie(signatures, ATTEMPT_COOKIE, value, https));
      return toPage(reply, url);
    } catch (error) {
      return refuse(reply, failed(request, error), redirect);
    }
  });

  app.get(OIDC_CALLBACK, route, async (request, reply) => {
    const now = clock.now();
    reply.header('set-cookie', clearSignedCookie(ATTEMPT_COOKIE, https));
    const attempt = openSignedCookie(signatures, ATTEMPT_COOKIE, Attempt, request.headers.cookie, now);
    const redirect = attempt?.redirect ?? null;
    try {
      await limits.general(callerOf(request, reply));
      if (attempt === null) throw new OidcFailed('no_attempt');
      const { identity, outcome } = await finishSignOn(deps, options, { request, attempt, now });
      logOutcome(request, outcome);
      if (outcome.refused !== null) return refuse(reply, outcome.refused, redirect);
      reply.header('set-cookie', offerSession(signatures, { ...identity, user_id: outcome.user_id }, https, now));
      return toPage(reply, pathWith('/signed-in', { redirect }));
    } catch (error) {
      const code = failed(request, error);
      logSecurity(request, 'login_failed', { user_id: null });
      return refuse(reply, code, redirect);
    }
  });
}

export function oidcRoutes(
  app: FastifyInstance,
  serve: Serve<SessionUser>,
  deps: Deps,
  restart: AccountRestart | null,
): void {
  const https = deps.config.public_url.startsWith('https:');
  const { oidc } = deps;
  const settings = deps.config.oidc;
  offerRoute(serve, deps, https);
  if (oidc !== null && settings !== null) providerRoutes(app, deps, { oidc, settings, restart }, https);
}
