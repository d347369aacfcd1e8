import * as z from 'zod/mini';
import { dayNumber, dayOf, skippedDays } from '#domain/days.ts';
import {
  type Away,
  type DaySet,
  EVERY_WEEKDAY,
  hasDay,
  type Life,
  listDays,
  type Membership,
  NO_DAYS,
  toDaySet,
  withDay,
} from '#domain/life.ts';
import { SCHEDULE_KINDS, type ScheduleKind } from '#domain/schedule.ts';
import { Day, Id, Int, JsonInstant, Text } from '#platform/db/columns.ts';

/**
 * SQL that is true if the stored days of member `mb` match the check-ins in number and last day. Release 1.0.0 omits
 * days before the mission's first day and clears the column on undo.
 */
const DAYS_HOLD = `bit_count(mb.checked_days) = mb.checkins_count
    and mb.streak_last_day - mb.checked_days_from between 0 and 8 * octet_length(mb.checked_days) - 1
    and get_bit(mb.checked_days, (mb.streak_last_day - mb.checked_days_from) / 8 * 8
      + 7 - (mb.streak_last_day - mb.checked_days_from) % 8) = 1`;

/** The checked days of a member: either their first day with the bits as hex digits, or null with the days. */
export const DaysColumn = z.nullable(z.union([z.tuple([Day, Text]), z.tuple([z.null(), z.nullable(z.array(Day))])]));
export type DaysColumn = z.output<typeof DaysColumn>;

const DAYS = `case when mb.checkins_count = 0 then null
    when ${DAYS_HOLD} then json_build_array(mb.checked_days_from, encode(mb.checked_days, 'hex'))
    else json_build_array(null, (select json_agg(c.local_day) from checkins c
      where c.mission_id = mb.mission_id and c.user_id = mb.user_id)) end`;

/** The columns of one membership. */
export const MembershipColumn = z.tuple([
  Id,
  z.enum(SCHEDULE_KINDS),
  z.nullable(Int),
  z.nullable(Int),
  Day,
  Int,
  Day,
  Day,
  z.nullable(Day),
  z.nullable(JsonInstant),
  DaysColumn,
]);
type MembershipColumn = z.output<typeof MembershipColumn>;

export const MEMBERSHIP = `json_build_array(m.id, m.schedule_kind, m.schedule_times, m.schedule_days, m.first_day, m.duration_days,
    mb.joined_day, coalesce(mb.asks_from, mb.joined_day), mb.left_day, m.completed_at, ${DAYS})`;

/** An archived membership that has ended; `days` are hex digits, starting at `first_day`. */
const EndedColumn = z.tuple([z.enum(SCHEDULE_KINDS), z.nullable(Int), z.nullable(Int), Day, Day, Day, Text]);
type EndedColumn = z.output<typeof EndedColumn>;

/** SQL for EndedColumn of the row `a` of `archived_asked_days`. */
const ENDED = `json_build_array(a.schedule_kind, a.schedule_times, a.schedule_days, a.first_day, a.joined_day, a.to_day, a.days)`;

/** A first and a last day. */
const Span = z.tuple([Day, Day]);
type Span = z.output<typeof Span>;

/**
 * Returns SQL for `timezone`, `moved_at`, `breaks` and `trips` of user `u`. Skips periods that ended before `since`
 * (SQL).
 */
export const awayColumns = (since: string): string => `u.timezone, u.moved_at,
  coalesce((select json_agg(json_build_array(p.from_day, p.to_day)) from pauses p
    where p.user_id = u.id and p.to_day >= ${since}), '[]') as breaks,
  case when u.moved_at is null then '[]' else coalesce((select json_agg(json_build_array(z.old_day, z.new_day - 1))
    from zone_changes z where z.user_id = u.id and z.new_day > ${since}), '[]') end as trips`;

/** SQL for the columns of LifeRow of the user `u`. */
export const LIFE_COLUMNS = `${awayColumns("'-infinity'")},
  coalesce((select json_agg(k.day) from archived_days k where k.user_id = u.id), '[]') as archived,
  coalesce((select json_agg(${ENDED}) from archived_asked_days a where a.user_id = u.id), '[]') as ended,
  coalesce((select json_agg(${MEMBERSHIP} order by mb.mission_id)
    from members mb join missions m on m.id = mb.mission_id
    where mb.user_id = u.id), '[]') as memberships`;

/** Returns SQL that is true if the user is on a break on the day. Both arguments are SQL. */
export const pausedOnSql = (user: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${user} and ${day} between p.from_day and p.to_day)`;

/** A life as the database returns it, in columns or as JSON. */
export const LifeRow = z.object({
  timezone: Text,
  moved_at: z.nullable(JsonInstant),
  breaks: z.array(Span),
  trips: z.array(Span),
  /** Checked days of deleted missions. */
  archived: z.array(Day),
  ended: z.array(EndedColumn),
  memberships: z.array(MembershipColumn),
});
export type LifeRow = z.output<typeof LifeRow>;

/** The weekdays of a `weekdays` schedule; all seven for other schedules. */
const weekdaysOf = (kind: ScheduleKind, weekdays: number | null): number =>
  kind === 'weekdays' ? (weekdays ?? 0) : EVERY_WEEKDAY;

/** Converts the column to a set of days. */
export function toDays(column: DaysColumn): DaySet {
  if (column === null) return NO_DAYS;
  if (column[0] === null) return toDaySet((column[1] ?? []).map(dayNumber));
  return { base: dayNumber(column[0]), bits: Buffer.from(column[1], 'hex') };
}

function toMembership(column: MembershipColumn, zone: string): Membership {
  const [id, kind, times, weekdays, first_day, duration_days, joined_day, asks_from, left_day, completed_at, days] =
    column;
  const [first, returned] = [dayNumber(first_day), dayNumber(asks_from)];
  const last = first + duration_days - 1;
  // A mission can refuse check-ins on the day it is completed, so it does not require that day.
  const completed = completed_at === null ? last : dayNumber(dayOf(new Date(completed_at), zone)) - 1;
  const left = left_day === null ? last : dayNumber(left_day);
  const isIn = left_day === null;
  return {
    id: isIn ? id : null,
    times,
    weekdays: weekdaysOf(kind, weekdays),
    first,
    last,
    joined: isIn ? dayNumber(joined_day) : returned,
    returned,
    to: Math.min(last, left, completed),
    running: isIn && completed_at === null,
    days: toDays(days),
  };
}

function toEnded([kind, times, weekdays, first_day, joined_day, to_day, digits]: EndedColumn): Membership {
  const [first, joined, to] = [dayNumber(first_day), dayNumber(joined_day), dayNumber(to_day)];
  const bits = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  return {
    ...{
      id: null,
      times,
      weekdays: weekdaysOf(kind, weekdays),
      first,
      last: Math.max(first, to),
      joined,
      returned: joined,
    },
    ...{ to, running: false, days: bits.length === 0 ? NO_DAYS : { base: first, bits } },
  };
}

/** Removes the days of check-ins that were undone after the membership ended. No other set contains those days. */
function withoutTakenBack(m: Membership, sets: readonly DaySet[]): Membership {
  const taken = listDays(m.days).filter((day) => !sets.some((days) => hasDay(days, day)));
  return { ...m, days: taken.reduce((days, day) => withDay(days, day, false), m.days) };
}

const toAway = (kind: Away['kind'], spans: readonly Span[]): Away[] =>
  spans.map(([from, to]) => ({ from: dayNumber(from), to: dayNumber(to), kind }));

/** Converts a row to a life on the calendar of its zone. */
export function toLife({ timezone: zone, moved_at, breaks, trips, archived, ended, memberships }: LifeRow): Life {
  const skipped = skippedDays(zone).map((day): Span => [day, day]);
  const moved: Life['moved'] = moved_at === null ? null : dayNumber(dayOf(new Date(moved_at), zone));
  const deleted = toDaySet(archived.map(dayNumber));
  const running = memberships.map((one) => toMembership(one, zone));
  const sets = [deleted, ...running.map(({ days }) => days)];
  return {
    zone,
    moved,
    away: [...toAway('break', breaks), ...toAway('travel', [...trips, ...skipped])],
    archived: deleted,
    memberships: [...ended.map((one) => withoutTakenBack(toEnded(one), sets)), ...running],
  };
}
