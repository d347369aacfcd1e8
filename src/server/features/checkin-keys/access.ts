import type { Queryable } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import { hashToken } from '../../services/auth/public.ts';
import { findKey, type KeyRow } from './queries.ts';

/**
 * Finds a check-in key for anyone who has its secret. Fails with 404 if it is unknown or its owner lost the right to
 * it.
 */
export async function requireKeyHolder(db: Queryable, secret: string, { now }: { now: Date }) {
  return ((await findKey(db, hashToken(secret), now)) ?? fail('key_unknown')) as Authorized<KeyRow, 'key_holder'>;
}
