import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { eraseAddress } from '#platform/jobs/store.ts';
import type { Deps } from '../../../app/deps.ts';
import { type AddressSettings, provenAddress, provenEmail } from '../../../facts/users.ts';
import { confirmUser, failWrongPassword } from '../../../services/auth/confirm/public.ts';
import { findPasswordHash, lockSessionUser, type SessionUser } from '../../../services/auth/public.ts';
import { removePicturesLater } from '../../../services/media/public.ts';
import { listNamedIn, lockUser } from '../../../services/profile/public.ts';
import { removeFromMission } from '../../members/public.ts';
import { isOwner } from '../../missions/access.ts';
import { deleteMission } from '../../missions/delete/public.ts';
import { emptyDeliveries } from '../../webhooks/public.ts';
import * as queries from './queries.ts';

interface LeftBehind {
  /** Folders of photos whose rows were deleted. */
  folders: string[];
  /** Users who were invited to a deleted mission. */
  invitee_ids: string[];
}

async function leaveMissions(
  tx: Tx,
  config: AddressSettings,
  userId: string,
  missions: queries.OwnMission[],
  now: Date,
): Promise<LeftBehind> {
  const left: LeftBehind = { folders: [], invitee_ids: [] };
  for (const mission of missions) {
    // No one else ever was a member or wrote in this mission.
    if (isOwner(mission, userId) && !mission.shared_ever) {
      const { photo_keys, user_ids } = await deleteMission(tx, config, mission, now);
      left.folders.push(...photo_keys);
      left.invitee_ids.push(...user_ids);
    } else await removeFromMission(tx, mission, userId, 'left', now);
  }
  return left;
}

/**
 * Deletes the account of a session (docs/rules.md#accounts). Throws `wrong_password` or `not_signed_in`, also if the
 * password or the session changed while this waited. Throws `missions_to_hand_over` if an uncompleted mission of the
 * user has other members, and `conflict` if the user joined or created one concurrently.
 */
export async function deleteAccount(
  deps: Deps,
  user: SessionUser,
  password: string | null,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const { db, config, passwords } = deps;
  const { id } = user;
  const verified = await confirmUser(deps, user, { password, request }, now);
  // The hash of a random password. It is computed here because the transaction must not wait for it.
  const password_hash = await passwords.hash(randomBytes(32).toString('base64url'));
  await db.transact(async (tx) => {
    await queries.lockMissionsOf(tx, id);
    const before = await queries.listOwnMissions(tx, id);
    await lockSessionUser(tx, user, now);
    // The password might have changed, or single sign-on given the account to someone else.
    if ((await findPasswordHash(tx, id)) !== verified) failWrongPassword();
    const missions = await queries.listOwnMissions(tx, id);
    // The user joined or created a mission while this waited for the user's row, so the mission is not locked.
    if (missions.map((m) => m.id).join() !== before.map((m) => m.id).join()) fail('conflict');
    const inTheWay = missions.filter((m) => m.owner_id === id && m.shared_now && m.completed_at === null);
    if (inTheWay.length > 0)
      fail('missions_to_hand_over', { missions: inTheWay.map((m) => ({ id: m.id, title: m.title })) });
    await eraseAccount(tx, config, { id, password_hash }, now);
  });
}

const Invitee = z.object({ id: Id });

/**
 * Leaves the user's missions and deletes or detaches everything that belongs to the user. Only this function writes to
 * the tables of every feature, so that none is forgotten. Expects locked missions.
 */
export async function eraseAccount(
  tx: Tx,
  config: AddressSettings,
  user: { id: string; password_hash: string | null },
  now: Date,
): Promise<void> {
  const row = await lockUser(tx, user.id);
  const missions = await queries.listOwnMissions(tx, user.id);
  const { folders, invitee_ids } = await leaveMissions(tx, config, user.id, missions, now);
  folders.push(...(await queries.dropPhotos(tx, user.id)));
  await queries.dropZones(tx, user.id);
  if (row.avatar_key) folders.push(row.avatar_key.replace(/\/[^/]+$/, ''));
  await tx.rows(`delete from notifications where actor_id = $1 and type in ('reaction', 'nudge')`, [user.id]);
  // Invitations from the account could still be accepted, and invitations to its address would name it. If the address
  // is not proven, its invitations belong to someone else.
  const address = provenEmail(config, row);
  const invitees = await tx.rows(
    Invitee,
    `with gone as (
       delete from invitations where (sender_id = $1 and status = 'pending') or invitee_email = $2
         or id = any(array(select invitation_id from notifications where user_id = $1 and type = 'invitation'))
       returning invitee_email, source
     )
     select distinct u.id from gone join users u on u.email = gone.invitee_email
     where u.id <> $1 and (gone.source = 'round' or ${provenAddress(config, 'u')})`,
    [user.id, address],
  );
  for (const reference of queries.REMOVED) {
    const [table, column] = reference.split('.');
    await tx.rows(`delete from ${table} where ${column} = $1`, [user.id]);
  }
  for (const reference of queries.DETACHED) {
    const [table, column] = reference.split('.');
    await tx.rows(`update ${table} set ${column} = null where ${column} = $1`, [user.id]);
  }
  if (address !== null) {
    await eraseAddress(tx, address);
    // The stored response for the sender of such an invitation contains the address.
    await tx.rows(
      `delete from idempotency_keys
       where case when call = 'createInvitation' then answer::jsonb ->> 'invitee_email' end = $1`,
      [address],
    );
  }
  await emptyDeliveries(tx, 'actor_id', user.id);
  await queries.anonymise(tx, user.id, user.password_hash, now);
  await removePicturesLater(tx, folders);
  for (const mission_id of await listNamedIn(tx, user.id)) tx.changed({ mission_id }, 'people');
  tx.changed({ user_ids: [...invitee_ids, ...invitees.map(({ id }) => id)] }, 'invitations', 'notifications');
}
