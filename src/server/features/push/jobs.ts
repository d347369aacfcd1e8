import * as z from 'zod/mini';
import { SECOND_MS } from '#domain/durations.ts';
import { PUSH_TTL_SECONDS } from '#domain/limits.ts';
import { PushGone } from '../../adapters/push/push.ts';
import { defineJob, PUSH_TRIES } from '../../jobs/job.ts';
import { deleteDeadDevice, findLiveTarget } from './queries.ts';

/** What the service worker shows (web/push-events.ts). Paths are of this site. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a tap leads. */
  path: z.string(),
  /** A later message with the same tag takes the place of this one. */
  tag: z.string(),
  /** Where the action 'Check in' leads; without it there is none. */
  checkin_path: z.optional(z.string()),
});
export type PushMessage = z.output<typeof PushMessage>;

/** Sends one message to one device; a device that is no more is forgotten. */
export const sendPush = defineJob({
  name: 'send-push',
  /** `until`: an instant after which nobody wants it any more. */
  schema: z.object({ subscription_id: z.string(), message: PushMessage, until: z.optional(z.string()) }),
  retry: { limit: PUSH_TRIES },
  parallel: 8,
  handle: async ({ subscription_id, message, until }, { db, push, clock }) => {
    const now = clock.now();
    const left = until === undefined ? PUSH_TTL_SECONDS : Math.floor((Date.parse(until) - now.getTime()) / SECOND_MS);
    const target = left > 0 && (await findLiveTarget(db, subscription_id, now));
    if (!target) return;
    try {
      await push.send(target, JSON.stringify(message), left);
    } catch (error) {
      if (!(error instanceof PushGone)) throw error;
      await deleteDeadDevice(db, subscription_id, target);
    }
  },
});
