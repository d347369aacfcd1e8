import * as z from 'zod/mini';
import { defineJob } from '#platform/jobs/job.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { listSecrets, replaceSecrets } from '../manage/queries.ts';
import { SECRET_PURPOSE } from './commands.ts';

/** Names the newest secret of an instance without telling it. */
const markOf = (signatures: Signatures) => signatures.sign('newest secret', Buffer.alloc(0)).toString('base64url');

/**
 * Encrypts the secrets of all webhooks under the newest key of SECRET_KEY, so that the keys behind it can go. Only an
 * instance that has this key in front can do it: while instances are restarted one after the other, others try later.
 */
export const renewSecrets = defineJob({
  name: 'renew-webhook-secrets',
  schema: z.object({ newest: z.string() }),
  retry: { tries: 10 },
  handle: async ({ newest }, { db, encryption, signatures, log }) => {
    if (markOf(signatures) !== newest) throw new Error('This instance has another SECRET_KEY in front.');
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
        ? 'no secret of a webhook needs a SECRET_KEY behind the newest'
        : 'the secrets of webhooks were encrypted under the newest SECRET_KEY',
    );
  },
});

/** An instance that this one replaces may go on for ten minutes, and encrypts under its own key until then. */
const AGAIN_S = (15 * MINUTE_MS) / SECOND_MS;

/** Enqueues that at the start of an instance whose SECRET_KEY lists more than one key: now, and when others are gone. */
export async function enqueueRenewal({ db, signatures }: Pick<Deps, 'db' | 'signatures'>): Promise<void> {
  const newest = markOf(signatures);
  await db.transact(async (tx) => {
    for (const delay_s of [0, AGAIN_S]) await tx.enqueue(renewSecrets, { newest }, { delay_s });
  });
}
