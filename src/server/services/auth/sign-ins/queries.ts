import { Bool } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, onlyValue } from '#platform/db/rows.ts';

/** Keyed hashes of one thing, under every secret of the server, the current one first. */
export type Hashes = readonly [Buffer, ...Buffer[]];

export interface SignIn {
  readonly user_id: string;
  readonly network: Hashes;
  /** Of the browser and its system. */
  readonly device: Hashes;
}

/**
 * Remembers from where somebody signed in. True when that is new: sign-ins of the account are known, and none of them
 * came from this network or with this device. Of several at once from the same place, one is new.
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
       -- Zero in a row that was inserted, and not in one that was updated.
       returning xmax = 0 as is_inserted
     )
     select is_inserted and exists (select from known) and not exists (select from known where fits) as is_new
     from stored`,
    [user_id, network, device, network[0], device[0], now, since],
  );

/** Whether a sign-in of the account came from the network since then. */
export const isKnownNetwork = (db: Queryable, userId: string, network: Hashes, since: Date): Promise<boolean> =>
  anyRow(db, 'select from known_sign_ins where user_id = $1 and network_hash = any($2) and last_at > $3 limit 1', [
    userId,
    network,
    since,
  ]);
