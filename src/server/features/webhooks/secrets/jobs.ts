import * as z from 'zod/mini';
import { defineJob } from '#platform/jobs/job.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { listSecrets, replaceSecrets } from '../manage/queries.ts';
import { SECRET_PURPOSE } from './commands.ts';

/** Identifies the newest key of an instance without revealing it. */
const markOf = (signatures: Signatures) => signatures.sign('newest secret', Buffer.alloc(0)).toString('base64url');

/**
 * Encrypts all webhook secrets with the newest key of SECRET_KEY, so older keys can be removed. Only an instance with
 * this key in front can do it. During a rolling restart, other instances fail and retry later.
 */
export const renewSecrets = defineJob({
  name: 'renew-webhook-secrets',
  schema: z.object({ newest: z.string() }),
  retry: { tries: 10 },
  handle: async ({ newest }, { db, encryption, signatures, log }) => {
    if (markOf(signatures) !== newest) throw new Error('This instance has another newest SECRET_KEY.');
    let [renewed, unreadable] = [0, 0];
    for (const stored of await listSecrets(db)) {
      const { id, secret, previous_secret } = stored;
      if (encryption.decrypt(SECRET_PURPOSE, id, secret) === null) unreadable++;
      const renew = (encrypted: Buffer) => encryption.renew(SECRET_PURPOSE, id, encrypted) ?? encrypted;
      const next = { secret: renew(secret), previous_secret: previous_secret && renew(previous_secret) };
      if (next.secret === secret && next.previous_secret === previous_secret) continue;
      renewed++;
      await replaceSecrets(db, stored, next);
    }
    log.info(
      { renewed, unreadable },
      renewed === 0
        ? 'no webhook secret needs an older SECRET_KEY'
        : 'the webhook secrets are encrypted with the newest SECRET_KEY',
    );
  },
});

/** A replaced instance can run for ten more minutes, and encrypts with its own key until it stops. */
const AGAIN_S = (15 * MINUTE_MS) / SECOND_MS;

/** Enqueues the renewal at a start with several keys: now, and when replaced instances have stopped. */
export async function enqueueRenewal({ db, signatures }: Pick<Deps, 'db' | 'signatures'>): Promise<void> {
  const newest = markOf(signatures);
  await db.transact(async (tx) => {
    for (const delay_s of [0, AGAIN_S]) await tx.enqueue(renewSecrets, { newest }, { delay_s });
  });
}
