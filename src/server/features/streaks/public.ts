import * as z from 'zod/mini';
import { laterDay } from '#domain/days.ts';
import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { freeDaysOfMember } from '#domain/plan-days.ts';
import { planOf, type ScheduleColumns } from '#domain/schedule.ts';
import { excusedDays, rebuildMember, rebuildUser, type ZoneChange } from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { defineJob } from '../../jobs/job.ts';
import { freeDaysFrom, type PlanRow, plansOf, SCHEDULE_COLUMNS } from './public-plans.ts';

/** What bridges days of a user's streak beside rest days: changes of zone, breaks, and plans that leave days free. */
export interface Excuses {
  /** Those that excuse days. */
  zone_changes: Pick<ZoneChange, 'old_day' | 'new_day'>[];
  /** Without their reasons. */
  pauses: (PausedDays & { id: string })[];
  /** What asked something after a certain day; null where all of it is daily. */
  plans: PlanRow[] | null;
}

/** A column `pauses` (PausedDays[]) with the user's breaks that touch the days between two others; all are SQL. */
export const pausesColumn = (userId: string, from: string, to: string): string =>
  `coalesce((select json_agg(json_build_object('from_day', p.from_day, 'to_day', p.to_day)) from pauses p
     where p.user_id = ${userId} and p.to_day >= ${from} and p.from_day <= ${to}), '[]') as pauses`;

/**
 * A column `excuses` (Excuses) with everything that bridges days of the user whose id the SQL `userId` yields. Plans are
 * read as they asked after the day `since` (SQL); a streak needs them from its last day on. With null they are not read,
 * which saves a fifth of a short statement even where they would have come out empty. Changes of zone are read after
 * their day `since` (SQL) where the condition `when` (SQL) holds: not for those who never moved.
 */
export const excusesColumn = (userId: string, since: string | null, zones: { since: string; when: string }): string =>
  `json_build_object(
     'zone_changes', coalesce(case when ${zones.when} then (
       select json_agg(json_build_object('old_day', z.old_day, 'new_day', z.new_day))
       from zone_changes z where z.user_id = ${userId} and z.new_day > ${zones.since}) end, '[]'),
     'pauses', coalesce((
       select json_agg(json_build_object('id', p.id, 'from_day', p.from_day, 'to_day', p.to_day) order by p.from_day)
       from pauses p where p.user_id = ${userId}), '[]'),
     'plans', ${since === null ? 'null' : plansOf(userId, since)}) as excuses`;

/** The days that a user's changes of zone skipped or cut short, and those of breaks (docs/rules.md#streaks). */
export function excusedFrom({ zone_changes, pauses }: Excuses): Set<string> {
  const days = pausedDays(pauses);
  for (const day of excusedDays(zone_changes)) days.add(day);
  return days;
}

/** The same with the days that the user's plans left free: everything that bridges the user's own streak until `until`. */
export function bridgedFrom(excuses: Excuses, since: string | null, until: string): Set<string> {
  const days = excusedFrom(excuses);
  if (since === null) return days;
  for (const day of freeDaysFrom(excuses.plans, excuses.pauses, since, until)) days.add(day);
  return days;
}

/** SQL for `users u`: whether the user ever changed the time zone. */
export const HAS_MOVED = 'u.moved_at is not null';

/** Reads what bridges a user's own streak after the day `since`. */
export async function findExcuses(db: Queryable, userId: string, since: string): Promise<Excuses> {
  const [row] = await db.rows<{ excuses: Excuses }>(
    `select ${excusesColumn('u.id', '$2::date', { since: '$2::date', when: HAS_MOVED })} from users u where u.id = $1`,
    [userId, since],
  );
  return row!.excuses;
}

/** Before the first day of any mission. */
export const BEFORE_ALL = '1970-01-08';

interface MembershipRow extends ScheduleColumns {
  mission_id: string;
  first_day: string;
  duration_days: number;
  joined_day: string;
  days: string[];
}

/** SQL: whether the user is on a break on that day of their own. Reminders and the weekly mail rest then. */
export const isPausedOn = (userId: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${userId} and ${day} between p.from_day and p.to_day)`;

/**
 * Rebuilds the streak counters of a user and of all the user's memberships, former ones and those without a check-in
 * included, from check-ins, archived days and what plans asked. Needed where counting on is not enough: for a check-in on
 * an earlier day, and for days that are bridged differently afterwards. The caller has locked the user's row.
 */
export async function rebuildStreaks(tx: Tx, userId: string): Promise<void> {
  const excuses = await findExcuses(tx, userId, BEFORE_ALL);
  const memberships = await tx.rows<MembershipRow>(
    `select m.id as mission_id, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, mb.joined_day,
       array(select c.local_day::text from checkins c where c.mission_id = m.id and c.user_id = $1) as days
     from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1`,
    [userId],
  );
  const archived = await tx.rows<{ day: string }>('select day from kept_days where user_id = $1', [userId]);
  const days = [...memberships.flatMap((row) => row.days), ...archived.map((row) => row.day)];
  const last = days.reduce(laterDay, BEFORE_ALL);
  const bridged = bridgedFrom(excuses, BEFORE_ALL, last);
  const { state, rest_days_used } = rebuildUser(days, (day) => bridged.has(day));
  await tx.rows(
    'update users set streak_days = $2, streak_last_day = $3, longest_streak = $4, rest_days = $5 where id = $1',
    [userId, state.streak_days, state.streak_last_day, state.longest_streak, state.rest_days],
  );
  await tx.rows('delete from rest_days where user_id = $1', [userId]);
  await insertRestDays(tx, userId, rest_days_used);

  const excused = excusedFrom(excuses);
  const rest = new Set(rest_days_used);
  const rebuilt = memberships.map((row) => {
    const checkins = row.days.map((day) => ({ day, is_extra: false }));
    const member = { joined_day: row.joined_day, checkins, pauses: excuses.pauses };
    const free = freeDaysOfMember(planOf(row), member, row.first_day, last);
    const isBridged = (day: string) => excused.has(day) || rest.has(day) || free.has(day);
    return { mission_id: row.mission_id, ...rebuildMember(row.days, isBridged) };
  });
  await tx.rows(
    `update members m set streak_days = r.streak_days, streak_last_day = r.streak_last_day, longest_streak = r.longest_streak
     from json_to_recordset($2) as r(mission_id uuid, streak_days int, streak_last_day date, longest_streak int)
     where m.mission_id = r.mission_id and m.user_id = $1
       and (m.streak_days, m.streak_last_day, m.longest_streak)
         is distinct from (r.streak_days, r.streak_last_day, r.longest_streak)`,
    [userId, JSON.stringify(rebuilt)],
  );
}

/** Rebuilds the streaks of a user after a mission of theirs was edited; a deleted account has none. */
export const rebuildStreaksJob = defineJob({
  name: 'rebuild-streaks',
  waits_once: true,
  schema: z.object({ user_id: z.string() }),
  retry: { tries: 5 },
  handle: ({ user_id }, { db }) =>
    db.transact(async (tx) => {
      const found = await tx.rows('select id from users where id = $1 and deleted_at is null for no key update', [
        user_id,
      ]);
      if (found.length === 0) return;
      await rebuildStreaks(tx, user_id);
      tx.changed({ user_ids: [user_id] }, 'everything');
    }),
});

/**
 * Archives the days of a mission's check-ins, and how many there were on each, before the mission is deleted. They
 * preserve its members' streaks, and a rebuild gives the same result.
 */
export async function archiveDays(tx: Tx, missionId: string): Promise<void> {
  await tx.rows(
    `insert into kept_days (user_id, day, checkins_count)
     select user_id, local_day, count(*) from checkins where mission_id = $1 group by user_id, local_day
     on conflict (user_id, day) do update set checkins_count = kept_days.checkins_count + excluded.checkins_count`,
    [missionId],
  );
}

export async function insertRestDays(tx: Tx, userId: string, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await tx.rows('insert into rest_days (user_id, day) select $1, unnest($2::date[]) on conflict do nothing', [
    userId,
    days,
  ]);
}
