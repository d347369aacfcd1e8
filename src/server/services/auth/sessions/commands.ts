import type { FastifyRequest } from 'fastify';
import type * as contract from '#contract/auth.ts';
import type { Answer, Parsed } from '#platform/contract/endpoint.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { languageOfHeader } from '#platform/http/language.ts';
import { logSecurity } from '#platform/http/log.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { toUser } from '../../profile/public.ts';
import { sendVerification } from '../addresses/jobs.ts';
import { countWrongPassword } from '../confirm/public.ts';
import { createSessionToken, hashToken } from '../public.ts';
import { noteSignIn, slowDownGuesses } from '../sign-ins/commands.ts';
import * as queries from './queries.ts';

const USER_AGENT_MAX = 300;

/** The response to a sign-in. */
type Session = Answer<typeof contract.login>;

/**
 * Starts a session on the request's device and returns the response to a sign-in. Returns null if `signed_in_by` no
 * longer opens the account. The same transaction stores the known sign-in, so the session and the known sign-in exist
 * together, even after a take-over.
 */
export async function startSession(
  tx: Tx,
  { config, signatures }: Pick<Deps, 'config' | 'signatures'>,
  { user, signed_in_by }: { readonly user: UserRow; readonly signed_in_by: queries.SignedInBy },
  request: FastifyRequest,
  now: Date,
): Promise<Session | null> {
  const token = createSessionToken();
  const user_agent = String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
  const session = { user_id: user.id, token_hash: hashToken(token), user_agent, signed_in_by };
  if (!(await queries.insertSession(tx, session, now))) return null;
  await queries.noteLanguage(tx, user.id, languageOfHeader(request.headers['accept-language']));
  await noteSignIn(tx, { config, signatures }, user, request, now);
  return { access_token: token, user: await toUser({ db: tx, config }, user, now) };
}

/**
 * Counts a link to an address that an account is about to receive. Returns false if no link may be sent. A taken
 * address counts nothing, so no one uses up its user's links. Call it outside a transaction: the counters use their own
 * connection.
 */
export const claimLink = async (
  { db, config, limits }: Pick<Deps, 'db' | 'config' | 'limits'>,
  email: string,
  request: FastifyRequest,
): Promise<boolean> =>
  config.smtp_url !== null &&
  (await queries.findByEmail(db, email)) === null &&
  limits.isWithin('verify_mail', { address: request.ip, email });

/** Creates an account and its first session. */
export async function register(
  deps: Deps,
  { name, email, password, invitation_id, language }: Parsed<typeof contract.register, 'body'>,
  request: FastifyRequest,
  now: Date,
): Promise<Session> {
  const { db, passwords } = deps;
  const password_hash = await passwords.hash(password);
  const invited = invitation_id !== undefined && (await queries.isInvited(db, invitation_id, email, now));
  const isMailed = !invited && (await claimLink(deps, email, request));
  const row = {
    name,
    email,
    email_verified_at: invited ? now : null,
    password_hash,
    timezone: DEFAULT_ZONE,
    language: language ?? null,
  };
  const session = await db.transact(async (tx) => {
    const user = (await queries.insertUser(tx, row, now)) ?? fail('email_taken');
    if (isMailed) await tx.enqueue(sendVerification, { user_id: user.id });
    // In the same transaction, so a take-over right afterwards also ends this session.
    return (await startSession(tx, deps, { user, signed_in_by: { password_hash } }, request, now))!;
  });
  logSecurity(request, 'registered', { user_id: session.user.id });
  return session;
}

export async function login(
  deps: Deps,
  { email, password }: Parsed<typeof contract.login, 'body'>,
  request: FastifyRequest,
  now: Date,
): Promise<Session> {
  const { db, passwords } = deps;
  const user = await queries.findByEmail(db, email);
  await slowDownGuesses(deps, { email, user }, request, now);
  const right = await passwords.verify(user?.password_hash ?? null, password);
  const logFailed = () => logSecurity(request, 'login_failed', { user_id: user?.id ?? null });
  if (!user || !right) {
    logFailed();
    await countWrongPassword(deps, { email, user_id: user?.id ?? null }, request);
    return fail('wrong_credentials');
  }
  const { password_hash, suspended_at, ...row } = user;
  // Checked after the password, so only the account's user learns of the suspension.
  if (suspended_at !== null) {
    logFailed();
    return fail('account_suspended');
  }
  const signed = { user: row, signed_in_by: { password_hash: password_hash! } };
  // Null if the password changed or the account was suspended during the verification.
  const session = await db.transact((tx) => startSession(tx, deps, signed, request, now));
  if (session === null) {
    logFailed();
    return fail('wrong_credentials');
  }
  logSecurity(request, 'login', { user_id: row.id });
  return session;
}
