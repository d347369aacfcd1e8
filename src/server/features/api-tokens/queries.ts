import type { ApiToken } from '#contract/api-tokens.ts';
import type { ApiScope } from '#domain/api-tokens.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AddressSettings, provenAddress } from '../profile/public.ts';

const COLUMNS = 'id, name, scope, hint, created_at, last_used_at';

export const listTokens = (db: Queryable, userId: string): Promise<ApiToken[]> =>
  db.rows(`select ${COLUMNS} from api_tokens where user_id = $1 order by id desc`, [userId]);

/** How many tokens the user has. The caller has locked the user's row, so the count is valid until commit. */
export async function countTokens(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>('select count(*) as count from api_tokens where user_id = $1', [
    userId,
  ]);
  return row!.count;
}

interface NewToken {
  user_id: string;
  name: string;
  scope: ApiScope;
  token_hash: Buffer;
  hint: string;
}

export async function insertToken(tx: Tx, token: NewToken, now: Date): Promise<ApiToken> {
  const [row] = await tx.rows<ApiToken>(
    `insert into api_tokens (id, user_id, name, scope, token_hash, hint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [newId(now), token.user_id, token.name, token.scope, token.token_hash, token.hint, now],
  );
  return row!;
}

/** Deletes a token of this user; false when there is none. */
export async function deleteToken(db: Queryable, userId: string, tokenId: string): Promise<boolean> {
  const rows = await db.rows('delete from api_tokens where id = $1 and user_id = $2 returning id', [tokenId, userId]);
  return rows.length > 0;
}

/** Whom a notice about the account's tokens goes to; null when the account has no address that mail may go to. */
export async function findNoticeRecipient(
  db: Queryable,
  config: AddressSettings,
  userId: string,
): Promise<{ name: string; email: string } | null> {
  const [row] = await db.rows<{ name: string; email: string }>(
    `select u.name, u.email from users u where u.id = $1 and u.deleted_at is null and ${provenAddress(config)}`,
    [userId],
  );
  return row ?? null;
}
