import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofUser } from './auth.ts';
import { bytes, instant } from './columns.ts';

/** The answers of calls that were sent with an Idempotency-Key, for a day. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: ofUser(),
    /** The name of the call in the contract. */
    call: text().notNull(),
    key_hash: bytes().notNull(),
    /** Of the path and the body, by which another request under the same key is recognised. */
    request_hash: bytes().notNull(),
    /**
     * The JSON of the answer, encrypted and in base64 where it has a secret in it; null until the transaction of the first
     * request has it.
     */
    answer: text(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.call, t.key_hash] }), index('idempotency_keys_age').on(t.created_at)],
);
