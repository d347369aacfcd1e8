import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofUser } from './auth.ts';
import { bytes, instant } from './columns.ts';

/** The responses of calls with an Idempotency-Key, for a day. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: ofUser(),
    /** The name of the call in the contract. */
    call: text().notNull(),
    key_hash: bytes().notNull(),
    /** The hash of path and body, to recognize a different request under the same key. */
    request_hash: bytes().notNull(),
    /**
     * The JSON of the response, encrypted and in base64 if it contains a secret. Null until the first request's
     * transaction writes it.
     */
    answer: text(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.call, t.key_hash] }), index('idempotency_keys_age').on(t.created_at)],
);
