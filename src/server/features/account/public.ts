import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import type { AddressSettings } from '../../facts/users.ts';
import type { AccountRestart } from '../../services/auth/public.ts';
import { emptyDeliveries } from '../webhooks/public.ts';
import { eraseAccount } from './deletion/commands.ts';
import { BLANK, lockMissionsOf, REMOVED, RETAINED } from './deletion/queries.ts';

/**
 * Empties an account for the owner of its address, and keeps its paid plan. The previous user's data goes as if they
 * had deleted the account; posts in others' missions stay under 'Deleted user'. Expects a locked user.
 */
async function restart(
  tx: Tx,
  config: AddressSettings,
  user: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  // A second user row takes over every reference, so the deletion of accounts applies unchanged.
  const id = newId(now);
  await tx.rows(
    `insert into users (id, name, email, avatar_key, timezone, created_at)
     select $2, name, $3, avatar_key, timezone, created_at from users where id = $1`,
    [user.id, id, `${id}@deleted.invalid`],
  );
  for (const reference of [...REMOVED, ...RETAINED]) {
    const [table, column] = reference.split('.');
    await tx.rows(`update ${table} set ${column} = $2 where ${column} = $1`, [user.id, id]);
  }
  await emptyDeliveries(tx, 'actor_id', user.id);
  // Lock again, because the user might have joined or created a mission before the user's row was locked.
  await lockMissionsOf(tx, id);
  await eraseAccount(tx, config, { id, password_hash: null }, now);
  await tx.rows(`update users set name = $2, password_hash = null, timezone = $3, ${BLANK} where id = $1`, [
    user.id,
    user.name,
    DEFAULT_ZONE,
  ]);
}

/**
 * Returns how single sign-on empties an account that someone else might have filled. Null without SMTP: no one could
 * prove an address there, so every account would qualify (docs/rules.md#accounts).
 */
export const accountRestart = (config: AddressSettings): AccountRestart | null =>
  config.smtp_url === null
    ? null
    : { lockMissions: lockMissionsOf, restart: (tx, user, now) => restart(tx, config, user, now) };
