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

/** What a sign-in answers. */
type Session = Answer<typeof contract.login>;

/**
 * Begins a session of the user on the device of the request, and returns what a sign-in answers; null when what signed in
 * no longer opens the account. From where it was is stored in the same transaction, so that neither is there without the
 * other, and nothing is known of a sign-in that was followed by a take-over.
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
 * Counts one more link to an address that an account is about to get; false when none may go out, because too many did.
 * A taken address counts nothing, so that nobody uses up the links of its user. Asked outside of any transaction: the
 * counters use a connection of their own.
 */
export const claimLink = async (
  { db, config, limits }: Pick<Deps, 'db' | 'config' | 'limits'>,
  email: string,
  request: FastifyRequest,
): Promise<boolean> =>
  config.smtp_url !== null &&
  (await queries.findByEmail(db, email)) === null &&
  limits.isWithin('verify_mail', { address: request.ip, email });

/** Makes an account and begins its first session. */
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
    // With the account, so that whoever takes it over a moment later ends this session as well.
    return (await startSession(tx, deps, { user, signed_in_by: { password_hash } }, request, now))!;
  });
  logSecurity(request, 'registered', { user_id: session.user.id });
  return session;
}

/** Signs in by address and password. */
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
  // After the password check, so that only the account's user learns about the suspension.
  if (suspended_at !== null) {
    logFailed();
    return fail('account_suspended');
  }
  const signed = { user: row, signed_in_by: { password_hash: password_hash! } };
  // The password was replaced, or the account suspended, while this one was verified.
  const session = await db.transact((tx) => startSession(tx, deps, signed, request, now));
  if (session === null) {
    logFailed();
    return fail('wrong_credentials');
  }
  logSecurity(request, 'login', { user_id: row.id });
  return session;
}
