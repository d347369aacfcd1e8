/**
 * A session offer from the callback, which our own page exchanges for a session. No token is ever in a URL, because
 * histories and logs store URLs.
 */

import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { acceptSessionOffer as endpoint } from '#contract/auth.ts';
import { SIGN_ON_OFFER_SECONDS } from '#domain/limits.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { newId } from '#platform/db/ids.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import {
  clearSignedCookie,
  openSignedCookie,
  type SignedCookie,
  setSignedCookie,
} from '#platform/http/signed-cookies.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { OIDC_PATH } from '../public.ts';
import { startSession } from '../sessions/commands.ts';
import { findIdentityUser, type Identity, useOffer } from '../single-sign-on/queries.ts';

/** The identity that has just signed in at the provider, until our own page requests the session. */
const COOKIE: SignedCookie = {
  name: 'emberkin_session_offer',
  path: OIDC_PATH,
  same_site: 'Strict',
  max_age_s: SIGN_ON_OFFER_SECONDS,
};

/** Includes the identity, because an identity that was removed, as in a take-over, must no longer sign in. */
const Offer = z.object({
  id: z.string(),
  user_id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  ends: z.number(),
});

/** Returns the header that sets the offer's cookie. `https` restricts it to encrypted connections. */
export function offerSession(
  signatures: Signatures,
  offered: Identity & { readonly user_id: string },
  https: boolean,
  now: Date,
): string {
  const { issuer, subject, user_id } = offered;
  const ends = now.getTime() + SIGN_ON_OFFER_SECONDS * SECOND_MS;
  return setSignedCookie(signatures, COOKIE, { issuer, subject, id: newId(now), user_id, ends }, https);
}

/** Returns the header that removes the offer from the browser. */
export const clearSessionOffer = (https: boolean): string => clearSignedCookie(COOKIE, https);

/** Creates a session from the offer in the browser's cookie. Each offer works once. */
export async function acceptSessionOffer(
  deps: Deps,
  request: FastifyRequest,
  now: Date,
): Promise<Answer<typeof endpoint>> {
  const { db, signatures } = deps;
  const offer = openSignedCookie(signatures, COOKIE, Offer, request.headers.cookie, now);
  const refuse = (code: 'sso_failed' | 'account_suspended' | 'not_signed_in') => {
    logSecurity(request, 'login_failed', { user_id: offer?.user_id ?? null });
    return fail(code);
  };
  const user = offer && (await findIdentityUser(db, offer));
  if (!offer || user?.id !== offer.user_id) return refuse('sso_failed');
  const { suspended_at, ...row } = user;
  if (suspended_at !== null) return refuse('account_suspended');
  const signed = { user: row, signed_in_by: offer };
  const session = await db.transact(async (tx) =>
    (await useOffer(tx, offer)) ? startSession(tx, deps, signed, request, now) : 'used',
  );
  if (session === 'used') return refuse('sso_failed');
  if (session === null) return refuse('not_signed_in');
  logSecurity(request, 'login', { user_id: row.id });
  return session;
}
