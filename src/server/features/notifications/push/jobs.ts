import * as z from 'zod/mini';
import type { PushMessage } from '#contract/push.ts';
import { anchorOf } from '#domain/notifications.ts';
import type { Db } from '#platform/db/open.ts';
import { isolate } from '#platform/i18n/isolate.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { PUSH_TRIES } from '#platform/jobs/retries.ts';
import { translateTo } from '../../../facts/users.ts';
import { unturned } from '../../../mails/layout.ts';
import { languageOfMessage, sendPush } from '../../../services/push/public.ts';
import { listPushDevices, listPushDevicesForCheckin, type PushableNotification } from './queries.ts';

const WORDS = {
  checkin: 'server.push.checkin',
  reaction: 'server.push.reaction',
  comment: 'server.push.comment',
  mention: 'server.push.mention',
  invitation: 'server.push.invitation',
  nudge: 'server.push.nudge',
} as const satisfies Record<PushableNotification['type'], PlainKey>;

/**
 * Returns the anchor on the mission's page that a message opens; the top for a check-in, of which there can be several.
 */
function placeOf({ type, checkin_id, comment_id }: PushableNotification): string {
  if (type === 'nudge') return '#checkin';
  return type === 'checkin' || checkin_id === null ? '' : `#${anchorOf(checkin_id, comment_id)}`;
}

function messageOf(row: PushableNotification): PushMessage {
  const { id, type, mission_id, mission_title, actor_name } = row;
  const t = translateTo(row);
  return {
    title: isolate(unturned(mission_title), t.language.direction),
    body: t(WORDS[type], { name: unturned(actor_name) }),
    path: `/mission/${mission_id}${placeOf(row)}`,
    // The newest of many check-ins replaces the others on the device; other notifications stay separate.
    tag: type === 'checkin' ? `checkin-${mission_id}` : `${type}-${id}`,
    ...languageOfMessage(t),
  };
}

async function enqueueMessages(db: Db, rows: readonly PushableNotification[]): Promise<void> {
  const payloads = rows.map((row) => ({ subscription_id: row.subscription_id, message: messageOf(row) }));
  await db.transact((tx) => tx.enqueueAll(sendPush, payloads));
}

/** Queues a message for each device whose owner wants these notifications. */
export const pushNotifications = defineJob({
  name: 'push-notifications-by-id',
  schema: z.object({ ids: z.array(z.string()) }),
  retry: { tries: PUSH_TRIES },
  handle: async ({ ids }, { db }) => enqueueMessages(db, await listPushDevices(db, ids)),
});

/** Queues the messages of a check-in, which has no notification rows. */
export const pushCheckin = defineJob({
  name: 'push-checkin',
  schema: z.object({ checkin_id: z.string() }),
  retry: { tries: PUSH_TRIES },
  handle: async ({ checkin_id }, { db }) => enqueueMessages(db, await listPushDevicesForCheckin(db, checkin_id)),
});
