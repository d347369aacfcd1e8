import type { FastifyRequest } from 'fastify';
import type { login } from '#contract/auth.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Tx } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { toUser } from '../../profile/public.ts';
import { createSessionToken, hashToken } from '../public.ts';
import { noteSignIn } from '../sign-ins/commands.ts';
import * as queries from './queries.ts';

const USER_AGENT_MAX = 300;

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
): Promise<Answer<typeof login> | null> {
  const token = createSessionToken();
  const user_agent = String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
  const session = { user_id: user.id, token_hash: hashToken(token), user_agent, signed_in_by };
  if (!(await queries.insertSession(tx, session, now))) return null;
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
