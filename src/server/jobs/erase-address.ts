import type { Tx } from '../db/open.ts';
import { SCHEMA } from './outcome.ts';

/**
 * Removes jobs to an address that is to be erased, those that were given up and are retained included. A job that runs
 * right now ends by itself and loses its payload then.
 */
export async function eraseAddress(tx: Tx, email: string): Promise<void> {
  await tx.rows(`delete from ${SCHEMA}.job where data->>'email' = $1 and state <> 'active'`, [email]);
  await tx.rows(`delete from ${SCHEMA}.archive where data->>'email' = $1`, [email]);
}
