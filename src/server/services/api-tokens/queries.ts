import * as z from 'zod/mini';
import { ApiToken, type Me } from '#contract/api-tokens.ts';
import type { ApiScope } from '#domain/api-tokens.ts';
import { Int } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, onlyRow, onlyValue } from '#platform/db/rows.ts';

const COLUMNS = 'id, name, scope, hint, created_at, last_used_at, expires_at';

export const listTokens = (db: Queryable, userId: string): Promise<ApiToken[]> =>
  db.rows(ApiToken, `select ${COLUMNS} from api_tokens where user_id = $1 order by id desc`, [userId]);

/** Counts the user's unexpired tokens. Expects a locked user row, so the count is valid until commit. */
export const countTokens = (tx: Tx, userId: string, now: Date): Promise<number> =>
  onlyValue(
    tx,
    Int,
    'select count(*) as count from api_tokens where user_id = $1 and (expires_at is null or expires_at > $2)',
    [userId, now],
  );

interface NewToken {
  user_id: string;
  name: string;
  scope: ApiScope;
  token_hash: Buffer;
  hint: string;
  expires_at: Date | null;
}

export const insertToken = (tx: Tx, token: NewToken, now: Date): Promise<ApiToken> =>
  onlyRow(
    tx,
    ApiToken,
    `insert into api_tokens (id, user_id, name, scope, token_hash, hint, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [newId(now), token.user_id, token.name, token.scope, token.token_hash, token.hint, now, token.expires_at],
  );

/** Deletes a token of the user. Returns false if none exists. */
export const deleteToken = (db: Queryable, userId: string, tokenId: string): Promise<boolean> =>
  anyRow(db, 'delete from api_tokens where id = $1 and user_id = $2 returning id', [tokenId, userId]);

const OwnToken = z.pick(ApiToken, { id: true, name: true, scope: true, expires_at: true });

/** Finds what a program sees of its own token. Returns null if it was revoked. */
export const findToken = (db: Queryable, tokenId: string): Promise<Me['token']> =>
  firstRow(db, OwnToken, 'select id, name, scope, expires_at from api_tokens where id = $1', [tokenId]);
