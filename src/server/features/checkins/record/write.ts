import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { saveComebacks, saveStanding } from '../../../life/public.ts';
import { enqueuePushOfCheckin } from '../../notifications/public.ts';
import { enqueueListenedWebhook } from '../../webhooks/public.ts';
import type { DecidedCheckin } from './decide.ts';
import type { RecordingFacts } from './read.ts';

/** Inserts the check-in and resets its reminders to unanswered. Writes nothing if the day already has a check-in. */
const INSERT = namedValues(
  `with created as (
     insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
       created_at, client_id, photo_key, photo_width, photo_height, photo_thumbhash, is_extra, is_late, is_comeback)
     values (:id, :mission_id, :user_id, :type, :content, :points_earned, :local_day, :timezone, :performed_at,
       :created_at, :client_id, :photo_key, :photo_width, :photo_height, :photo_thumbhash, :is_extra, :is_late,
       :is_comeback)
     on conflict do nothing returning id
   ), answered as (
     update reminders set unanswered = 0
     where mission_id = :mission_id and user_id = :user_id and unanswered > 0 and exists (select from created)
   )
   select id from created`,
);

/**
 * Writes an accepted check-in with all its effects and returns its ID. Expects that the caller locked the user and the
 * member before it read the facts.
 */
export async function writeCheckin(
  tx: Tx,
  { row, life, after, changes_comebacks }: DecidedCheckin,
  { is_push_wanted, is_webhook_wanted }: RecordingFacts,
): Promise<string> {
  const { mission_id, user_id, created_at } = row;
  const id = newId(created_at);
  const written = await tx.rows(...INSERT({ ...row, id }));
  if (written.length === 0) fail('already_checked_in');
  await saveStanding(tx, user_id, life, after, created_at, { mission_id, points: row.points_earned });
  if (changes_comebacks) await saveComebacks(tx, user_id, after);
  tx.changed({ mission_id, checkin_id: id }, 'feed', 'notifications');
  if (is_push_wanted) await enqueuePushOfCheckin(tx, id);
  if (is_webhook_wanted) {
    const raised = { mission_id, actor_id: user_id, checkin_id: id };
    await enqueueListenedWebhook(tx, { event: 'checkin.created', ...raised }, created_at);
  }
  return id;
}
