import { createHash } from 'node:crypto';
import { ADMIN_MAX_HOURS } from '#domain/limits.ts';
import type { Db } from '#platform/db/open.ts';
import { takeTotpStep } from '#platform/db/server-facts.ts';
import { findTotpStep } from '#platform/keys/totp.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../app/deps.ts';
import * as accounts from '../../services/auth/accounts/public.ts';
import * as auth from '../../services/auth/public.ts';
import { removePicturesLater } from '../../services/media/public.ts';
import { endKeysOf } from '../checkin-keys/public.ts';
import { lockAnyMission } from '../missions/access.ts';
import * as deletion from '../missions/delete/public.ts';
import * as queries from './queries.ts';

type Server = Pick<Deps, 'db' | 'config'>;

/** Starts an admin session. `expires_at` is ISO 8601 in UTC. */
export async function startAdminSession(db: Db, username: string, now: Date) {
  const token = auth.createSessionToken();
  await db.transact(async (tx) => {
    await queries.insertAdminSession(tx, { username, token_hash: auth.hashToken(token) }, now);
    await queries.insertAudit(tx, { admin: username, action: 'login' }, now);
  });
  const expires_at = new Date(now.getTime() + ADMIN_MAX_HOURS * HOUR_MS).toISOString();
  return { access_token: token, username, expires_at };
}

/** Uses up a code of the authenticator app. Returns false if the code is wrong or was used before. */
export async function takeCode(db: Db, secret: string, code: string | undefined, now: Date): Promise<boolean> {
  const step = await findTotpStep(secret, (code ?? '').replace(/\s/g, ''), now);
  const secretHash = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  return step !== null && takeTotpStep(db, secretHash, step);
}

export const deleteMission = ({ db, config }: Server, admin: string, missionId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockAnyMission(tx, missionId);
    const { user_ids, photo_keys } = await deletion.deleteMission(tx, config, mission, now);
    await removePicturesLater(tx, photo_keys);
    tx.changed({ user_ids, mission_id: mission.id }, 'mission', 'notifications', 'invitations');
    const { id: target_id, title: target } = mission;
    await queries.insertAudit(tx, { admin, action: 'mission_deleted', target_id, target }, now);
  });

export const suspendUser = (
  db: Db,
  admin: string,
  { id, reason }: { readonly id: string; readonly reason: string },
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    await auth.suspendUser(tx, id, now);
    await endKeysOf(tx, id);
    await queries.insertAudit(tx, { admin, action: 'user_suspended', target_id: id, note: reason }, now);
  });

export const reinstateUser = (db: Db, admin: string, userId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    await auth.reinstateUser(tx, userId);
    await queries.insertAudit(tx, { admin, action: 'user_reinstated', target_id: userId }, now);
  });

/** Creates an account, and the link that sets its first password (docs/rules.md#operator). */
export const createUser = (
  { db, config }: Server,
  admin: string,
  account: { readonly name: string; readonly email: string },
  now: Date,
) =>
  db.transact(async (tx) => {
    const created = await accounts.createAccount(tx, config.public_url, account, now);
    await queries.insertAudit(tx, { admin, action: 'user_created', target_id: created.id }, now);
    return created;
  });

/** Creates a link that sets a new password, for the operator to hand over. */
export const createResetLink = ({ db, config }: Server, admin: string, userId: string, now: Date) =>
  db.transact(async (tx) => {
    const link = await accounts.createPasswordLink(tx, config.public_url, userId, now);
    await queries.insertAudit(tx, { admin, action: 'reset_link_created', target_id: userId }, now);
    return link;
  });

export const noteRefusedSignIn = (db: Db, network: string, now: Date): Promise<void> =>
  db.transact((tx) => queries.insertRefusedSignIn(tx, network, now));
