import { STREAK_RISK_DAYS } from '#domain/limits.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { listenerExists } from '../../../facts/listeners.ts';

const HAS_LISTENER = listenerExists({ event: `'mission.started'`, mission: 's.id', actor: 'null::uuid' });
/** SQL for the keys under which events of the clock, and searches for them, are claimed; they never change. */
const startKey = (mission: string, day: string) => `'mission.started ' || ${mission} || ' ' || ${day}`;
const searchKey = (quarter: string) => `'streak.at_risk looked ' || ${quarter}`;
const riskKey = (user: string, day: string) => `'streak.at_risk ' || ${user} || ' ' || ${day}`;

/**
 * Claims missions whose first day began after `since`, but for those that were made on that day; returns those that began
 * after `notified_since` and that somebody listens to, each once, to one of several instances. Every start is claimed, whether
 * it is told or not, so that a later edit of anything but the day does not begin the mission again. `at` is when it began:
 * with its first day, or by the edit that made the day its first one.
 */
export const claimStarted = (
  tx: Tx,
  { since, notified_since }: { since: Date; notified_since: Date },
  now: Date,
): Promise<{ mission_id: string; at: string }[]> =>
  tx.rows(
    `with started as (
       select m.id, m.first_day, greatest(m.start_date, m.edited_at) as at from missions m
       where m.completed_at is null and m.start_date <= $1 and m.start_date > $2 and m.created_at < m.start_date
         and not exists (select from webhook_claims c where c.key = ${startKey('m.id', 'm.first_day')})
     ), claimed as (
       insert into webhook_claims (key, claimed_at) select ${startKey('id', 'first_day')}, $1 from started
       on conflict do nothing returning key
     )
     select s.id as mission_id, s.at from started s join claimed c on c.key = ${startKey('s.id', 's.first_day')}
     where s.at > $3 and ${HAS_LISTENER}`,
    [now, since, notified_since],
  );

/** The evening of a user who may have a streak at risk. */
export interface Evening {
  user_id: string;
  day: string;
}

/** Users in these zones who listen, have a streak and no check-in of the day, and were not told of it. */
export const listEvenings = (db: Queryable, evenings: readonly { zone: string; day: string }[]): Promise<Evening[]> =>
  db.rows(
    `select u.id as user_id, e.day
     from unnest($1::text[], $2::date[]) as e (zone, day) join users u on u.timezone = e.zone
     where u.id = any(array(
         select w.user_id from webhooks w
         where w.is_on and w.mission_id is null and 'streak.at_risk' = any(w.events)))
       and u.streak_days >= ${STREAK_RISK_DAYS} and u.streak_last_day <> e.day
       and u.suspended_at is null and u.deleted_at is null
       and not exists (select from webhook_claims c where c.key = ${riskKey('u.id', 'e.day')})`,
    [evenings.map(({ zone }) => zone), evenings.map(({ day }) => day)],
  );

/** The titles of missions, in their order. */
export const listTitles = (db: Queryable, ids: readonly string[]): Promise<{ id: string; title: string }[]> =>
  db.rows('select id, title from missions where id = any($1) order by id', [ids]);

/** Whether the search for streaks at risk in this quarter of an hour is done. */
export const isSearched = (db: Queryable, quarter: Date): Promise<boolean> =>
  anyRow(db.rows, `select from webhook_claims where key = ${searchKey('$1')}`, [quarter.toISOString()]);

/** Claims the search for streaks at risk in this quarter of an hour; false when it is claimed already. */
export const claimSearch = (tx: Tx, quarter: Date, now: Date): Promise<boolean> =>
  anyRow(
    tx.rows,
    `insert into webhook_claims (key, claimed_at) values (${searchKey('$1')}, $2) on conflict do nothing returning key`,
    [quarter.toISOString(), now],
  );

/** A user whose streak ends with the day unless they check in, and where that would be. */
export interface Risk {
  user_id: string;
  day: string;
  streak_days: number;
  rest_days: number;
  missions: { id: string; title: string }[];
}

/** Claims risks, each for one of several instances; returns those that were not claimed before. */
export async function claimRisks(tx: Tx, risks: readonly Risk[], now: Date): Promise<Risk[]> {
  const rows = await tx.rows<{ user_id: string }>(
    `with risk as (
       select * from unnest($1::uuid[], $2::date[]) as r (user_id, day)
     ), claimed as (
       insert into webhook_claims (key, claimed_at) select ${riskKey('user_id', 'day')}, $3 from risk
       on conflict do nothing returning key
     )
     select r.user_id from risk r join claimed c on c.key = ${riskKey('r.user_id', 'r.day')}`,
    [risks.map(({ user_id }) => user_id), risks.map(({ day }) => day), now],
  );
  const claimed = new Set(rows.map((row) => row.user_id));
  return risks.filter(({ user_id }) => claimed.has(user_id));
}
