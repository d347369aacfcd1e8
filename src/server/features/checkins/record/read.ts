import * as z from 'zod/mini';
import { type CheckinDayName, checkinInstant } from '#domain/checkins.ts';
import { dayOf } from '#domain/days.ts';
import type { Life, Membership } from '#domain/life.ts';
import type { CheckinType } from '#domain/points.ts';
import { Bool, Day, Int, Text } from '#platform/db/columns.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import { RecentAmounts, recentAmounts } from '../../../facts/amounts.ts';
import { wantsPushOfCheckin, wantsWebhookOfCheckin } from '../../../facts/listeners.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';
import { LIFE_COLUMNS, LifeRow, toLife } from '../../../life/public.ts';

export interface CheckinInput {
  mission_id: string;
  type: CheckinType;
  content: string;
  /** The sender's own ID; the server records one check-in under it. */
  client_id?: string | undefined;
  /** Instants on the device's clock: when the check-in was made, and when the request left. */
  performed_at?: string | undefined;
  sent_at?: string | undefined;
  day?: CheckinDayName | undefined;
}

/** Returns the instant that counts for a check-in whose request arrived at `arrived_at`. */
export const instantOf = (
  { performed_at, sent_at }: Pick<CheckinInput, 'performed_at' | 'sent_at'>,
  arrived_at: Date,
): Date =>
  checkinInstant({
    now: arrived_at,
    performed_at: performed_at === undefined ? undefined : new Date(performed_at),
    sent_at: sent_at === undefined ? undefined : new Date(sent_at),
  });

const FactsRow = z.extend(LifeRow, {
  points: Int,
  /** The member's own habit in the mission. */
  own_habit: z.nullable(Text),
  /** Whether the user recorded a check-in under this `client_id`, and whether they undid it. */
  is_recorded: Bool,
  is_taken_back: Bool,
  is_push_wanted: Bool,
  is_webhook_wanted: Bool,
  /** Days around today, repeated once per check-in of the user that earned points. */
  earning_days: z.array(Day),
  amounts: RecentAmounts,
});
type FactsRow = z.output<typeof FactsRow>;

export interface RecordingFacts extends Omit<FactsRow, keyof LifeRow> {
  life: Life;
  /** The membership in the mission of the check-in. */
  membership: Membership;
}

/** SQL for days in a range, repeated once per check-in of the user that earned points. Deleted missions count. */
export const earningDays = (user: string, between: string): string =>
  `select d.local_day as day from checkins d
     where d.user_id = ${user} and d.local_day between ${between} and d.points_earned > 0
   union all select k.day from archived_days k cross join generate_series(1, k.checkins_count)
     where k.user_id = ${user} and k.day between ${between}`;

/**
 * A check-in is at most 48 hours old, one for yesterday a day older, and calendars differ from UTC by at most a day.
 */
const EARNING = earningDays(':user_id', ':today::date - 4 and :today::date + 2');

const READ = namedValues(
  `select u.points, ${LIFE_COLUMNS}, ${ownHabitOf({ mission: 'm', member: 'own' })} as own_habit,
     array(select day::text from (${EARNING}) e) as earning_days,
     exists (select from checkins c where c.user_id = :user_id and c.client_id = :client_id) as is_recorded,
     exists (select from taken_back t where t.user_id = :user_id and t.client_id = :client_id) as is_taken_back,
     ${wantsPushOfCheckin('own.mission_id', 'u.id')} as is_push_wanted,
     ${wantsWebhookOfCheckin('own.mission_id')} as is_webhook_wanted,
     ${recentAmounts({ mission: 'm', user: 'u.id', today: ':today::date' })} as amounts
   from users u join members own on own.user_id = u.id join missions m on m.id = own.mission_id
   where u.id = :user_id and own.mission_id = :mission_id and own.left_at is null`,
);

/**
 * Reads in one statement all facts that decide about a check-in. Fails with `mission_not_found` for a user who is not a
 * member.
 */
export async function readFacts(
  db: Queryable,
  userId: string,
  { mission_id, client_id }: Pick<CheckinInput, 'mission_id' | 'client_id'>,
  now: Date,
): Promise<RecordingFacts> {
  const row = await firstRow(
    db,
    FactsRow,
    ...READ({ user_id: userId, mission_id, client_id: client_id ?? null, today: dayOf(now, 'UTC') }),
  );
  if (!row) return fail('mission_not_found');
  const life = toLife(row);
  return { ...row, life, membership: life.memberships.find(({ id }) => id === mission_id)! };
}

/** Locks the rows of user and member until commit, in this order. Null for a user who is not a member. */
export const lockMember = (tx: Tx, userId: string, missionId: string): Promise<UserRow | null> =>
  firstRow(
    tx,
    UserRow,
    `select ${userColumns('u')} from users u join members mb on mb.user_id = u.id
     where u.id = $1 and mb.mission_id = $2 and mb.left_at is null for no key update of u, mb`,
    [userId, missionId],
  );
