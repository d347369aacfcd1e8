import type { FastifyRequest } from 'fastify';
import { deviceName, deviceOf } from '#domain/device-name.ts';
import { KNOWN_SIGN_IN_DAYS } from '#domain/limits.ts';
import type { Tx } from '#platform/db/open.ts';
import { networkKey } from '#platform/http/rate-limits.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { daysBefore } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { provenEmail, type UserRow } from '../../../facts/users.ts';
import { sendNewDevice } from '../notices/jobs.ts';
import { type Hashes, isKnownNetwork, rememberSignIn } from './queries.ts';

const PURPOSE = 'known sign-in';

/** Hashes a network or device per user, so no hash reveals it or shows that two accounts share it. */
const hashesOf = (signatures: Signatures, userId: string, kind: 'network' | 'device', value: string) =>
  signatures.signWithEach(PURPOSE, Buffer.from(`${userId} ${kind} ${value}`)) as [Buffer, ...Buffer[]] satisfies Hashes;

const networkOf = (signatures: Signatures, userId: string, request: FastifyRequest) =>
  hashesOf(signatures, userId, 'network', networkKey(request.ip));
const knownSince = (now: Date) => daysBefore(now, KNOWN_SIGN_IN_DAYS);

/**
 * Stores the network and device of a sign-in or new password, in its transaction. If both are new, mails the account's
 * proved address (docs/rules.md#accounts). Expects a new or locked account row.
 */
export async function noteSignIn(
  tx: Tx,
  { config, signatures }: Pick<Deps, 'config' | 'signatures'>,
  user: UserRow,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const { id: user_id } = user;
  const agent = request.headers['user-agent'] ?? '';
  const network = networkOf(signatures, user_id, request);
  const device = hashesOf(signatures, user_id, 'device', deviceName(agent));
  const email = provenEmail(config, user);
  const isNew = await rememberSignIn(tx, { user_id, network, device }, { now, since: knownSince(now) });
  if (!isNew || email === null) return;
  await tx.enqueue(sendNewDevice, { user_id, email, device: deviceOf(agent), at: now.toISOString() });
}

/**
 * Allows one attempt a second from unknown networks while someone guesses the account's password. Never delays known
 * networks. `user` is null for an address without an account, which looks the same to a guesser.
 */
export async function slowDownGuesses(
  { db, signatures, limits }: Pick<Deps, 'db' | 'signatures' | 'limits'>,
  { email, user }: { readonly email: string; readonly user: Pick<UserRow, 'id'> | null },
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const caller = { address: request.ip, email };
  if (!(await limits.isUsedUp('wrong_password', caller))) return;
  const network = user && networkOf(signatures, user.id, request);
  if (network && (await isKnownNetwork(db, user.id, network, knownSince(now)))) return;
  await limits.named('guessed_login', 'after_body', caller);
}
