import * as z from 'zod/mini';
import { PushMessage } from '#contract/push.ts';
import { PUSHES_AT_ONCE, SESSION_IDLE_DAYS, SESSION_MAX_DAYS } from '#domain/limits.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues, firstRow } from '#platform/db/rows.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { PUSH_TRIES, slotWaitSeconds } from '#platform/jobs/retries.ts';
import { daysBefore, SECOND_MS } from '#platform/lib/durations.ts';
import { PUSH_TTL_SECONDS } from '#platform/push/limits.ts';
import { type PushDevice, PushGone, type PushTarget } from '#platform/push/push.ts';

/** Returns the language and direction of a message's text. */
export const languageOfMessage = ({ language }: Translate): Required<Pick<PushMessage, 'lang' | 'dir'>> => ({
  lang: language.tag,
  dir: language.direction,
});

/** Sends one message to one device. Deletes a device that no longer exists. */
export const sendPush = defineJob({
  name: 'send-push',
  /** After `until` the message is pointless; `waits` counts how often it found no slot. */
  schema: z.object({
    subscription_id: z.string(),
    message: PushMessage,
    until: z.optional(z.string()),
    waits: z.optional(z.number()),
  }),
  retry: { tries: PUSH_TRIES },
  parallel: PUSHES_AT_ONCE,
  handle: async ({ subscription_id, message, waits = 0, ...payload }, context): Promise<void> => {
    const { db, push, clock, attempt } = context;
    const now = clock.now();
    const until = payload.until ?? new Date(now.getTime() + PUSH_TTL_SECONDS * SECOND_MS).toISOString();
    const left = Math.floor((Date.parse(until) - now.getTime()) / SECOND_MS);
    const target = left > 0 && (await findLiveTarget(db, subscription_id, now));
    if (!target) return;
    const rest_s = push.restSeconds(target.id, now);
    const giveBack = rest_s > 0 ? null : push.reserve(target);
    if (!giveBack) {
      const later = { subscription_id, message, until, waits: waits + 1 };
      const delay_s = rest_s > 0 ? rest_s : slotWaitSeconds(waits);
      return db.transact((tx) => tx.enqueue(sendPush, later, { delay_s }));
    }
    try {
      await push.send(target, JSON.stringify(message), left, { device_id: target.id, now, attempt });
    } catch (error) {
      if (!(error instanceof PushGone)) throw error;
      await deleteDeadDevice(db, subscription_id, target);
    } finally {
      giveBack();
    }
  },
});

// The server deletes an expired session on its next use (auth/public.ts). A device that never returns must not receive
// messages either.
const LIVE = 's.last_used_at > $2 and s.created_at > $3';

const liveSince = (now: Date) => [daysBefore(now, SESSION_IDLE_DAYS), daysBefore(now, SESSION_MAX_DAYS)];

export const listLiveDevices = (db: Queryable, userId: string, now: Date): Promise<string[]> =>
  allValues(
    db,
    Id,
    `select p.id from push_subscriptions p join sessions s on s.id = p.session_id
     where p.user_id = $1 and ${LIVE} order by p.id`,
    [userId, ...liveSince(now)],
  );

const LiveTarget = z.extend(
  z.object({
    endpoint: Text,
    /** Public key and secret of the browser, base64url. */
    p256dh: Text,
    auth: Text,
  }),
  { id: Id, user_id: Id },
);

/** Finds a device's endpoint and keys. Returns null if it was removed or signed out. */
const findLiveTarget = (db: Queryable, id: string, now: Date): Promise<PushDevice | null> =>
  firstRow(
    db,
    LiveTarget,
    `select p.id, p.user_id, p.endpoint, p.p256dh, p.auth from push_subscriptions p join sessions s on s.id = p.session_id
     where p.id = $1 and ${LIVE}`,
    [id, ...liveSince(now)],
  );

/** Deletes a device that its service no longer has, unless it has subscribed again with new keys. */
async function deleteDeadDevice(db: Queryable, id: string, target: PushTarget): Promise<void> {
  await db.rows('delete from push_subscriptions where id = $1 and p256dh = $2', [id, target.p256dh]);
}
