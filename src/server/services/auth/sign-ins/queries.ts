import { Bool } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, onlyValue } from '#platform/db/rows.ts';

/** Keyed hashes of one value under each secret of the server, the current secret first. */
export type Hashes = readonly [Buffer, ...Buffer[]];

export interface SignIn {
  readonly user_id: string;
  readonly network: Hashes;
  /** The browser and its system. */
  readonly device: Hashes;
}

/**
 * Stores the network and device of a sign-in. Returns true if the account has known sign-ins but none with this network
 * or device. One of several concurrent calls for the same device returns true.
 */
export const rememberSignIn = (
  tx: Tx,
  { user_id, network, device }: SignIn,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<boolean> =>
  onlyValue(
    tx,
    Bool,
    `with known as (
       select network_hash = any($2) or device_hash = any($3) as fits from known_sign_ins
       where user_id = $1 and last_at > $7
     ), stored as (
       insert into known_sign_ins (user_id, network_hash, device_hash, last_at) values ($1, $4, $5, $6)
       on conflict (user_id, network_hash, device_hash) do update set last_at = excluded.last_at
       -- xmax is 0 only if the row was inserted.
       returning xmax = 0 as is_inserted
     )
     select is_inserted and exists (select from known) and not exists (select from known where fits) as is_new
     from stored`,
    [user_id, network, device, network[0], device[0], now, since],
  );

/** Returns true if a sign-in came from the network after `since`. */
export const isKnownNetwork = (db: Queryable, userId: string, network: Hashes, since: Date): Promise<boolean> =>
  anyRow(db, 'select from known_sign_ins where user_id = $1 and network_hash = any($2) and last_at > $3 limit 1', [
    userId,
    network,
    since,
  ]);
