import * as z from 'zod/mini';
import { IDEMPOTENCY_HOURS } from '#domain/limits.ts';
import { Bytes, Text } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import type { IdempotentRequest } from '#platform/http/idempotency.ts';
import type { Encryption } from '#platform/keys/encryption.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../app/deps.ts';

/** The parts of a call that identify a repeated call. */
interface RepeatableCall {
  readonly user: { readonly id: string };
  readonly idempotency: IdempotentRequest | null;
  readonly now: Date;
}

/** Claims the key. Returns false if it has a response. Waits for a concurrent request with the same key. */
const claimKey = (tx: Tx, { user, now }: RepeatableCall, request: IdempotentRequest): Promise<boolean> =>
  anyRow(
    tx,
    `insert into idempotency_keys as k (user_id, call, key_hash, request_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, call, key_hash) do update
       set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
       where k.created_at <= $6
     returning user_id`,
    [
      user.id,
      request.call,
      request.key_hash,
      request.request_hash,
      now,
      new Date(now.getTime() - IDEMPOTENCY_HOURS * HOUR_MS),
    ],
  );

const PURPOSE = 'idempotent answer';

/** Returns the stored form of a response. A response with a secret is encrypted for its own row. */
function storageOf(encryption: Encryption, { user }: RepeatableCall, { call, key_hash, secret }: IdempotentRequest) {
  const owner = `${user.id} ${call} ${key_hash.toString('hex')}`;
  return {
    toStored(answer: unknown): string {
      const json = JSON.stringify(answer ?? null);
      return secret ? encryption.encrypt(PURPOSE, owner, Buffer.from(json)).toString('base64') : json;
    },
    fromStored(stored: string): unknown {
      const json = secret ? encryption.decrypt(PURPOSE, owner, Buffer.from(stored, 'base64')) : stored;
      return json === null ? fail('conflict', { exact: 'first_answer_unreadable' }) : JSON.parse(json.toString());
    },
  };
}

/** The transaction that inserts the row also writes its response, so others never see null. */
const FirstAnswer = z.object({ request_hash: Bytes, answer: z.nullable(Text) });

/**
 * Runs `make` once a day for an Idempotency-Key, in a transaction. A repeated request gets the first response, and
 * waits for it if necessary (docs/rules.md#accounts). A failure rolls back and stores nothing. Calls `onCreated` after
 * the commit of the first request only. Throws `idempotency_key_reused` if the key was used with another path or body.
 */
export async function once<T>(
  { db, encryption }: Pick<Deps, 'db' | 'encryption'>,
  call: RepeatableCall,
  make: (tx: Tx) => Promise<T>,
  onCreated: () => void = () => undefined,
): Promise<T> {
  const { user, idempotency: request } = call;
  const { answer, isFirst } = await db.transact(async (tx) => {
    if (request === null) return { answer: await make(tx), isFirst: true };
    const { toStored, fromStored } = storageOf(encryption, call, request);
    const key = [user.id, request.call, request.key_hash];
    if (await claimKey(tx, call, request)) {
      const answer = await make(tx);
      await tx.rows('update idempotency_keys set answer = $4 where user_id = $1 and call = $2 and key_hash = $3', [
        ...key,
        toStored(answer),
      ]);
      return { answer, isFirst: true };
    }
    const [first] = await tx.rows(
      FirstAnswer,
      'select request_hash, answer from idempotency_keys where user_id = $1 and call = $2 and key_hash = $3',
      key,
    );
    // The daily job has just deleted it.
    if (!first) return fail('conflict');
    if (!first.request_hash.equals(request.request_hash)) fail('idempotency_key_reused');
    return { answer: fromStored(first.answer!) as T, isFirst: false };
  });
  if (isFirst) onCreated();
  else request?.markReplayed();
  return answer;
}
