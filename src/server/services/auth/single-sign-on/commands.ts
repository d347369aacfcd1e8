import { decideFirstSignIn, type ProviderUser } from '#domain/single-sign-on.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import { sendVerification } from '../addresses/jobs.ts';
import { type AccountRestart, proveAddress } from '../public.ts';
import { findByEmail, insertUser } from '../sessions/queries.ts';
import {
  deleteSignIns,
  findIdentityUser,
  type Identity,
  insertIdentity,
  type LinkedUser,
  lockIdentity,
  lockUserByEmail,
} from './queries.ts';

export interface SignOn {
  readonly identity: Identity;
  readonly user: ProviderUser;
  /** Whether a first sign-in may create an account. */
  readonly sign_up: boolean;
  /** Whether a new account with an unverified address receives the link that proves it. */
  readonly is_mailed: boolean;
  /** Empties an account on a take-over. If it is null, the data stays. */
  readonly restart: AccountRestart | null;
}

type Refusal = 'sso_no_email' | 'sso_email_taken' | 'sign_up_closed' | 'account_suspended';

/** The result of a single sign-on; `user_id` of a refusal is the account concerned. */
export type SignedOn =
  | { readonly user_id: string; readonly refused: null; readonly effect: 'none' | 'linked' | 'registered' }
  | { readonly user_id: string | null; readonly refused: Refusal };

/** Signs in a known identity, whatever its address. Proves the account's address if a verified claim matches it. */
async function signInKnown(tx: Tx, known: LinkedUser, { user }: SignOn, now: Date): Promise<SignedOn> {
  if (known.suspended_at !== null) return { user_id: known.id, refused: 'account_suspended' };
  if (user.is_verified && user.email === known.email && known.email_verified_at === null)
    await proveAddress(tx, known, now);
  return { user_id: known.id, refused: null, effect: 'none' };
}

/** Creates the account of a first sign-in. Returns null if another request has just taken the address. */
async function register(tx: Tx, { identity, user, is_mailed }: SignOn, now: Date): Promise<SignedOn | null> {
  const { name, email, is_verified } = user;
  const row = { name, email: email!, password_hash: null, timezone: DEFAULT_ZONE };
  const created = await insertUser(tx, { ...row, email_verified_at: is_verified ? now : null }, now);
  if (!created) return null;
  await insertIdentity(tx, identity, created.id, now);
  if (is_mailed) await tx.enqueue(sendVerification, { user_id: created.id });
  return { user_id: created.id, refused: null, effect: 'registered' };
}

/** Locks the account of the address, and first its missions if it might be emptied. */
async function lockOwner(tx: Tx, email: string, restart: AccountRestart | null): Promise<LinkedUser | null> {
  const found = await findByEmail(tx, email);
  if (restart && found?.email_verified_at === null) await restart.lockMissions(tx, found.id);
  return found && lockUserByEmail(tx, email);
}

/** Gives an account with an unproved address to the user who proved it. */
async function takeOver(tx: Tx, owner: LinkedUser, { identity, user, restart }: SignOn, now: Date): Promise<void> {
  if (restart) await restart.restart(tx, { id: owner.id, name: user.name }, now);
  else await deleteSignIns(tx, owner.id);
  await insertIdentity(tx, identity, owner.id, now);
  await proveAddress(tx, owner, now);
}

/** Signs in an unknown identity. Returns null if another request has just taken the address. */
async function signInFirst(tx: Tx, signOn: SignOn, now: Date): Promise<SignedOn | null> {
  const { identity, user, sign_up, restart } = signOn;
  const owner = user.email === null ? null : await lockOwner(tx, user.email, restart);
  // Not `provenEmail`: without SMTP that counts every address, although no one has proved it.
  const account = owner && { is_proven: owner.email_verified_at !== null, is_suspended: owner.suspended_at !== null };
  const decided = decideFirstSignIn(user, account, sign_up);
  switch (decided) {
    case 'create':
      return register(tx, signOn, now);
    case 'link':
    case 'take_over':
      if (decided === 'take_over') await takeOver(tx, owner!, signOn, now);
      else await insertIdentity(tx, identity, owner!.id, now);
      return { user_id: owner!.id, refused: null, effect: 'linked' };
    default:
      return { user_id: owner?.id ?? null, refused: decided };
  }
}

/**
 * Finds or creates the account of a user who signed in at the provider (docs/rules.md#accounts). Concurrent first
 * sign-ins with one identity or one address create one account.
 */
export const signOnUser = (db: Db, signOn: SignOn, now: Date): Promise<SignedOn> =>
  db.transact(async (tx) => {
    await lockIdentity(tx, signOn.identity);
    for (;;) {
      const known = await findIdentityUser(tx, signOn.identity);
      const done = known ? await signInKnown(tx, known, signOn, now) : await signInFirst(tx, signOn, now);
      if (done !== null) return done;
    }
  });
