import type { Tx } from '../db/open.ts';
import { SCHEMA } from './outcome.ts';

/**
 * Deletes jobs for an address that is to be erased, including retained failed ones. A running job finishes and its
 * payload is cleared then.
 */
export async function eraseAddress(tx: Tx, email: string): Promise<void> {
  await tx.rows(`delete from ${SCHEMA}.job where data->>'email' = $1 and state <> 'active'`, [email]);
  await tx.rows(`delete from ${SCHEMA}.archive where data->>'email' = $1`, [email]);
}
