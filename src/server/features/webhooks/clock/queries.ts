import * as z from 'zod/mini';
import { STREAK_RISK_DAYS } from '#domain/limits.ts';
import { Day, Id, Instant, Text } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { listenerExists } from '../../../facts/listeners.ts';

const HAS_LISTENER = listenerExists({ event: `'mission.started'`, mission: 's.id', actor: 'null::uuid' });

const StartedMission = z.object({ mission_id: Id, first_day: Day, at: Instant });
export type StartedMission = z.output<typeof StartedMission>;

/** Lists missions with a listener that started after `since`, except those created on that day. */
export const listStarted = (db: Queryable, since: Date, now: Date): Promise<StartedMission[]> =>
  db.rows(
    StartedMission,
    `select s.id as mission_id, s.first_day, s.start_date as at from missions s
     where s.completed_at is null and s.start_date <= $1 and s.start_date > $2 and s.created_at < s.start_date
       and ${HAS_LISTENER}`,
    [now, since],
  );

/** A user whose streak might be at risk on the evening of this day. */
const Evening = z.object({ user_id: Id, day: Day });
export type Evening = z.output<typeof Evening>;

/** An upper limit for the length of an evening, even if the clocks change. */
const EVENING_MS = 5 * HOUR_MS;

/**
 * Lists users in these zones whose streak might be at risk, judged by its last day. They have a webhook for the event,
 * which received none this evening.
 */
export const listEvenings = (
  db: Queryable,
  evenings: readonly { zone: string; day: string }[],
  now: Date,
): Promise<Evening[]> =>
  db.rows(
    Evening,
    `select u.id as user_id, e.day
     from unnest($1::text[], $2::date[]) as e (zone, day) join users u on u.timezone = e.zone
     where u.id = any(array(
         select w.user_id from webhooks w
         where w.is_on and w.mission_id is null and 'streak.at_risk' = any(w.events)))
       and u.streak_days >= ${STREAK_RISK_DAYS} and u.streak_last_day <> e.day
       and u.suspended_at is null and u.deleted_at is null
       and not exists (select from webhooks o join webhook_deliveries d on d.webhook_id = o.id
         where o.user_id = u.id and d.id >= $3 and d.event = 'streak.at_risk')`,
    [evenings.map(({ zone }) => zone), evenings.map(({ day }) => day), floorId(new Date(now.getTime() - EVENING_MS))],
  );

const MissionTitle = z.object({ id: Id, title: Text });
type MissionTitle = z.output<typeof MissionTitle>;

export const listTitles = (db: Queryable, ids: readonly string[]): Promise<MissionTitle[]> =>
  db.rows(MissionTitle, 'select id, title from missions where id = any($1) order by id', [ids]);

/** A user whose streak ends today without a check-in, and the missions that need one. */
export interface Risk {
  user_id: string;
  day: string;
  streak_days: number;
  rest_days: number;
  missions: MissionTitle[];
}

/** Claims the keys of events. Returns the keys that were not claimed before. */
export const claimKeys = (tx: Tx, keys: readonly string[], now: Date): Promise<string[]> =>
  allValues(
    tx,
    Text,
    `insert into webhook_claims (key, claimed_at) select key, $2 from unnest($1::text[]) as event (key) order by key
     on conflict do nothing returning key`,
    [keys, now],
  );
