import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import type { QuiltRow } from '#contract/missions-quilt.ts';
import { countDays, hasDay, withDay } from '#domain/day-bits.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { squareClothOf } from '#domain/doll.ts';
import { lookOf } from '#domain/looks.ts';
import { type DatedSchedule, isScheduledOn, WEEK } from '#domain/schedule.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import type { Quilt } from '#web/features/missions/queries.ts';
import type { Square } from './squares.ts';

type Days = Pick<QuiltRow, 'joined' | 'today' | 'days' | 'rest_days' | 'free_days' | 'away_days' | 'is_yesterday_open'>;

/** The state of the day with this number for a member, by that member's own calendar. */
export function squareOf(row: Days, day: number): Square {
  if (hasDay(row.days, day)) return 'checked';
  if (day > row.today) return 'later';
  if (day < row.joined) return 'before';
  if (hasDay(row.away_days, day) || hasDay(row.free_days, day)) return 'off';
  if (day === row.today || (row.is_yesterday_open && day === row.today - 1)) return 'open';
  return hasDay(row.rest_days, day) ? 'saved' : 'missed';
}

export const lengthOf = (quilt: Pick<Quilt, 'first_day' | 'last_day'>): number =>
  daysBetween(quilt.first_day, quilt.last_day) + 1;

/**
 * The days that the page shows, at most `max`, as the number of the first and how many: all days of a short mission; of a
 * longer one those up to tomorrow, so that the next day is in sight.
 */
export function shownDays(
  mission: { first_day: LocalDay; last_day: LocalDay },
  today: LocalDay,
  max: number,
): { from: number; count: number } {
  const length = lengthOf(mission);
  const count = Math.min(length, max);
  const upToTomorrow = daysBetween(mission.first_day, today) + 2 - count;
  return { from: Math.max(0, Math.min(upToTomorrow, length - count)), count };
}

/** The quilt with today's check-ins from the mission, which is fetched more often than the quilt. */
export function withToday(quilt: Quilt, mission: Mission): Quilt {
  const done = new Set(mission.members.filter((member) => member.checked_in_today).map((member) => member.user_id));
  const length = lengthOf(quilt);
  const members = quilt.members.map((row) =>
    done.has(row.user_id) && row.today >= 0 && row.today < length && !hasDay(row.days, row.today)
      ? { ...row, days: withDay(row.days, row.today) }
      : row,
  );
  return { ...quilt, members };
}

/** Whether the quilt shows the mission's members with all of their check-ins; if not, it is out of date. */
export function isQuiltCurrent(quilt: Quilt, mission: Mission): boolean {
  const counts = new Map(mission.members.map((member) => [member.user_id, member.checkins_count]));
  return (
    quilt.members.length === counts.size &&
    quilt.members.every((row) => counts.get(row.user_id) === countDays(row.days))
  );
}

/** The rows as they are drawn: the viewer's first, then by rank. A member's squares are of the doll's cloth. */
export function quiltRows(
  t: ScreenTranslate,
  quilt: Quilt,
  members: readonly Pick<Member, 'user_id' | 'look'>[],
  meId: string,
) {
  const looks = new Map(members.map(({ user_id, look }) => [user_id, look]));
  const rows = quilt.members.map((row) => ({
    ...row,
    own: row.user_id === meId,
    label: row.user_id === meId ? t('app.common.you') : row.name,
    cloth: squareClothOf(lookOf(row.user_id, looks.get(row.user_id))),
  }));
  return rows.sort((one, other) => Number(other.own) - Number(one.own));
}
export type QuiltLine = ReturnType<typeof quiltRows>[number];

/** Whether the day with this number would have closed as missed for a member without a check-in. */
function isNeeded({ schedule, first_day }: DatedSchedule, row: Days, day: number): boolean {
  const isAsked = (at: number) => at >= row.joined && !hasDay(row.away_days, at);
  if (!isAsked(day)) return false;
  if (schedule.kind !== 'weekly') return isScheduledOn(schedule, addDays(first_day, day));
  const inWeek = day % WEEK;
  let covered = 0;
  for (let at = day - inWeek; at < day; at += 1) covered += Number(hasDay(row.days, at)) + Number(!isAsked(at));
  return schedule.times - covered > WEEK - 1 - inWeek;
}

/**
 * Whether everyone who was needed on the day with this number was in. Such a day is a team's: it has two members at least,
 * and needs one of them, or has all of them in. A member whose calendar has not reached the day may still be needed.
 */
function isFullDay(dated: DatedSchedule, rows: readonly Days[], day: number): boolean {
  const members = rows.filter((row) => row.joined <= day);
  const isIn = (row: Days) => hasDay(row.days, day);
  return (
    members.length > 1 &&
    members.every((row) => isIn(row) || (day <= row.today && !isNeeded(dated, row, day))) &&
    (members.some((row) => isIn(row) && isNeeded(dated, row, day)) || members.every(isIn))
  );
}

/** The numbers of the full days of a mission. */
export function fullDaysOf(dated: DatedSchedule, { members }: Pick<Quilt, 'members'>): ReadonlySet<number> {
  const days = Array.from({ length: dated.duration_days }, (_, day) => day);
  return new Set(days.filter((day) => isFullDay(dated, members, day)));
}

/** How many days were checked, of those that could be, from one day's number to another's (not included). */
export function checkinsBetween(row: Days, from: number, to: number): { checked: number; of: number } {
  let checked = 0;
  let of = 0;
  for (let day = from; day < to; day++) {
    const square = squareOf(row, day);
    if (square === 'checked') checked += 1;
    if (square === 'checked' || square === 'missed' || square === 'saved') of += 1;
  }
  return { checked, of };
}

/** The months of a mission: the first day of each, and the numbers of its days (`to` not included). */
export function quiltMonths(
  quilt: Pick<Quilt, 'first_day' | 'last_day'>,
): { day: LocalDay; from: number; to: number }[] {
  const months: { day: LocalDay; from: number; to: number }[] = [];
  const length = lengthOf(quilt);
  for (let number = 0; number < length; number++) {
    const day = addDays(quilt.first_day, number);
    if (number > 0 && !day.endsWith('-01')) continue;
    const last = months.at(-1);
    if (last) last.to = number;
    months.push({ day, from: number, to: length });
  }
  return months;
}

/** The share of days that the team has checked in, by weekday from Monday; null where there was no such day yet. */
export function weekdayShares(quilt: Quilt): (number | null)[] {
  const sums = Array.from({ length: 7 }, () => ({ checked: 0, of: 0 }));
  const first = weekdayOf(quilt.first_day);
  const length = lengthOf(quilt);
  for (const row of quilt.members)
    for (let day = 0; day < Math.min(length, row.today + 1); day++) {
      const { checked, of } = checkinsBetween(row, day, day + 1);
      const sum = sums[(first + day) % 7]!;
      sum.checked += checked;
      sum.of += of;
    }
  return sums.map(({ checked, of }) => (of === 0 ? null : checked / of));
}
