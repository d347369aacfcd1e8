import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { bytes, instant, oneOf } from './columns.ts';

/** Personal API tokens. The token is shown once; only its SHA-256 is stored. */
export const api_tokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    name: text().notNull(),
    scope: text().notNull(),
    token_hash: bytes().notNull().unique(),
    /** The first characters, so that the owner recognizes it. */
    hint: text().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
    /** Null for a token without an expiry. */
    expires_at: instant(),
  },
  (t) => [
    index('api_tokens_user').on(t.user_id, t.id),
    // For the job that deletes tokens long after their expiry.
    index('api_tokens_expiry').on(t.expires_at).where(sql`${t.expires_at} is not null`),
    oneOf('api_tokens_scope', 'scope', API_SCOPES),
    check('api_tokens_name_length', sql.raw(`char_length(name) between 1 and ${API_TOKEN_NAME_MAX}`)),
  ],
);
