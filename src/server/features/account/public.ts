import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import type { AddressSettings } from '../../facts/users.ts';
import type { AccountRestart } from '../../services/auth/public.ts';
import { emptyDeliveries } from '../webhooks/public.ts';
import { eraseAccount } from './deletion/commands.ts';
import { BLANK, lockMissionsOf, REMOVED, RETAINED } from './deletion/queries.ts';

/**
 * Empties an account for the rightful user of its address, under another name: whatever somebody else did in it goes as by
 * deleting an account, and what stays in the missions of others stays under 'Deleted user'. A plan that was paid on it
 * stays. The caller has locked the user.
 */
async function restart(
  tx: Tx,
  config: AddressSettings,
  user: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  // A row of its own takes all of it along, so that nothing has to be known here about the tables.
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
  // Again, for one that was joined or begun before the user was locked.
  await lockMissionsOf(tx, id);
  await eraseAccount(tx, config, { id, password_hash: null }, now);
  await tx.rows(`update users set name = $2, password_hash = null, timezone = $3, ${BLANK} where id = $1`, [
    user.id,
    user.name,
    DEFAULT_ZONE,
  ]);
}

/**
 * How single sign-on empties an account that somebody else may have filled; null where no mail is sent: nobody could prove
 * an address there, so every account would be one (docs/rules.md#accounts).
 */
export const accountRestart = (config: AddressSettings): AccountRestart | null =>
  config.smtp_url === null
    ? null
    : { lockMissions: lockMissionsOf, restart: (tx, user, now) => restart(tx, config, user, now) };
