import * as z from 'zod/mini';
import { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyRow } from '#platform/db/rows.ts';
import { unblocked, visibleTo } from '../../../facts/blocks-and-hidden.ts';
import { Addressee, languageColumns } from '../../../facts/users.ts';

const IS_VISIBLE = visibleTo({ checkin: 'c', mission: 'm', viewer: 'mb.user_id' });

/** SQL for whether the owner of `notifications n`, with `user_settings s`, wants it as a push message. */
const WANTED = `n.type = any(s.push_types) and n.read_at is null
    and ${unblocked('n.user_id', 'n.actor_id')}`;

/** The recipients of notifications, and the IDs that any recipient wants as push messages; usually null. */
const Recipients = z.object({ user_ids: z.array(Id), push_ids: z.nullable(z.array(Id)) });
export type Recipients = z.output<typeof Recipients>;

/** Finds in one statement all that announcing notifications needs. */
export const findAudienceOf = (db: Queryable, ids: readonly string[]): Promise<Recipients> =>
  onlyRow(
    db,
    Recipients,
    `select array_agg(distinct n.user_id) as user_ids, array_agg(n.id) filter (where ${WANTED}) as push_ids
     from notifications n left join user_settings s on s.user_id = n.user_id where n.id = any($1)`,
    [ids],
  );

const PushableNotification = z.extend(Addressee, {
  id: Id,
  type: z.enum(NOTIFICATION_TYPES),
  mission_id: Id,
  mission_title: Text,
  checkin_id: z.nullable(Id),
  comment_id: z.nullable(Id),
  actor_name: Text,
  subscription_id: Id,
});
export type PushableNotification = z.output<typeof PushableNotification>;

export const listPushDevices = (db: Queryable, ids: readonly string[]): Promise<PushableNotification[]> =>
  db.rows(
    PushableNotification,
    `select n.id, n.type, n.mission_id, m.title as mission_title, n.checkin_id, n.comment_id, a.name as actor_name,
       p.id as subscription_id, ${languageColumns('r')}
     from notifications n join user_settings s on s.user_id = n.user_id
     join users r on r.id = n.user_id
     join missions m on m.id = n.mission_id
     join members mb on mb.mission_id = m.id and mb.user_id = n.user_id and mb.left_at is null and not mb.muted
     join users a on a.id = n.actor_id
     join push_subscriptions p on p.user_id = n.user_id
     where n.id = any($1) and ${WANTED} order by n.id, p.id`,
    [ids],
  );

/** Lists a row for each device of members who want push messages of this check-in and whose bell shows it as unread. */
export const listPushDevicesForCheckin = (db: Queryable, checkinId: string): Promise<PushableNotification[]> =>
  db.rows(
    PushableNotification,
    `select c.id, 'checkin' as type, c.mission_id, m.title as mission_title, c.id as checkin_id, null as comment_id,
       a.name as actor_name, p.id as subscription_id, ${languageColumns('r')}
     from checkins c join missions m on m.id = c.mission_id join users a on a.id = c.user_id
     join members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id and mb.left_at is null
       and not mb.muted and coalesce(mb.returned_at, mb.joined_at) <= c.created_at
     join user_settings s on s.user_id = mb.user_id and 'checkin' = any(s.push_types)
     join push_subscriptions p on p.user_id = mb.user_id
     join users r on r.id = mb.user_id and (r.checkins_seen_at is null or r.checkins_seen_at < c.created_at)
     where c.id = $1 and ${IS_VISIBLE} and ${unblocked('mb.user_id', 'c.user_id')}
       and not exists (select from checkin_reads cr where cr.user_id = mb.user_id and cr.checkin_id = c.id)
     order by p.id`,
    [checkinId],
  );
