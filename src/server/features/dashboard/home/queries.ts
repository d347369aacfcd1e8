import * as z from 'zod/mini';
import { MissionOffer } from '#contract/dashboard.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { Bool, Day, Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyRow } from '#platform/db/rows.ts';
import { inInbox } from '../../../facts/invitations.ts';
import { LIFE_COLUMNS, LifeRow } from '../../../life/public.ts';

/** The number of days in the dashboard's quilt. */
export const QUILT_DAYS = 18 * 7;

/** SQL for whether an invitation is in the inbox of user $1 with address $3, proved if $5, at instant $4. */
const IN_INBOX = inInbox({ id: '$1', email: '$3', proven: '$5' }, { invitation: 'i', mission: 'm', now: '$4' });

export const listOffers = (db: Queryable, userId: string): Promise<MissionOffer[]> =>
  db.rows(
    MissionOffer,
    `select m.id as mission_id, m.title, o.name as owner_name
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id
     where mb.user_id = $1 and mb.left_at is null and m.owner_offer_id = $1
     order by m.id limit ${LIST_MAX}`,
    [userId],
  );

const HomeRow = z.extend(LifeRow, {
  /** Check-ins per day, also in deleted missions. Omits days without check-ins. */
  quilt: z.array(z.object({ day: Day, count: Int })),
  /** Days from other trackers, in order. */
  imported_days: z.array(Day),
  /** Whether there is more to read: most dashboards have no invitation and no offer. */
  has_completed: Bool,
  has_offers: Bool,
  has_inbox: Bool,
});
export type HomeRow = z.output<typeof HomeRow>;

const HOME = `select ${LIFE_COLUMNS},
     coalesce((select json_agg(json_build_object('day', day, 'count', count) order by day) from (
       select day, sum(count) as count from (
         select local_day as day, count(*) as count from checkins where user_id = $1 and local_day >= $2 group by local_day
         union all select day, checkins_count from archived_days where user_id = $1 and day >= $2
       ) made group by day
     ) counted), '[]') as quilt,
     coalesce((select json_agg(distinct d.day order by d.day) from imports i join imported_days d on d.import_id = i.id
       where i.user_id = $1 and d.day >= $2), '[]') as imported_days,
     coalesce(own.has_completed, false) as has_completed, coalesce(own.has_offers, false) as has_offers,
     exists (select from invitations i join missions m on m.id = i.mission_id where ${IN_INBOX}) as has_inbox
   from users u, (
     select bool_or(m.completed_at is not null) as has_completed, bool_or(m.owner_offer_id = $1) as has_offers
     from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1 and mb.left_at is null
   ) own where u.id = $1`;

/**
 * Reads in one statement the user's life and the rest of the dashboard without the missions. Also returns what to read
 * next. `quilt_since` is the first day of the quilt.
 */
export const readHome = (
  db: Queryable,
  user: { id: string; email: string; is_proven: boolean },
  quilt_since: string,
  now: Date,
): Promise<HomeRow> => onlyRow(db, HomeRow, HOME, [user.id, quilt_since, user.email, now, user.is_proven]);
