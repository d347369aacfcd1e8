import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import type { QuiltRow } from '#contract/missions-quilt.ts';
import { countDays, type DayBits, hasDay, withDay } from '#domain/day-bits.ts';
import { addDays, dayNumber, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { squareClothOf } from '#domain/doll.ts';
import { listFullDays } from '#domain/full-days.ts';
import { EVERY_WEEKDAY, type Membership, WEEK } from '#domain/life.ts';
import { lookOf } from '#domain/looks.ts';
import { CHECKED, FREE, MISSED, NONE, OPEN, REST } from '#domain/outcomes.ts';
import { type DatedSchedule, scheduleColumns } from '#domain/schedule.ts';
import { tallyBetween } from '#domain/shares.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import type { Quilt } from '#web/features/missions/queries.ts';
import type { Square } from './squares.ts';

type Days = Pick<QuiltRow, 'joined' | 'today' | 'days' | 'rest_days' | 'free_days' | 'away_days' | 'is_yesterday_open'>;

/** Returns the state of a day number by the member's own calendar. */
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

/** Returns the first day number and the count, at most `max`. A long mission shows days up to tomorrow. */
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

/** Adds today's check-ins from the mission, which is fetched more often than the quilt. */
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

/** Returns true if the quilt has the mission's members and all of their check-ins. */
export function isQuiltCurrent(quilt: Quilt, mission: Mission): boolean {
  const counts = new Map(mission.members.map((member) => [member.user_id, member.checkins_count]));
  return (
    quilt.members.length === counts.size &&
    quilt.members.every((row) => counts.get(row.user_id) === countDays(row.days))
  );
}

/** Returns the viewer first, then by rank. Squares use the cloth of the member's doll. */
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

const dayBytes = (bits: DayBits): Uint8Array =>
  Uint8Array.from({ length: Math.ceil(bits.length / 2) }, (_, at) =>
    Number.parseInt(bits.slice(2 * at, 2 * at + 2).padEnd(2, '0'), 16),
  );

/** Converts a row to the membership that the day ledger's rules expect. */
function membershipOf({ schedule, first_day, duration_days }: DatedSchedule, row: Days): Membership {
  const { schedule_times, schedule_days } = scheduleColumns(schedule);
  const first = dayNumber(first_day);
  const [joined, last] = [first + row.joined, first + duration_days - 1];
  return {
    ...{ id: null, times: schedule_times, weekdays: schedule_days ?? EVERY_WEEKDAY },
    ...{ first, last, joined, returned: joined, to: last, running: false },
    days: { base: first, bits: dayBytes(row.days) },
  };
}

/** Returns the numbers of the days on which everyone who was needed was in. */
export function fullDaysOf(dated: DatedSchedule, { members }: Pick<Quilt, 'members'>): ReadonlySet<number> {
  const first = dayNumber(dated.first_day);
  const team = members.map((row) => ({
    m: membershipOf(dated, row),
    isAway: (day: number) => hasDay(row.away_days, day - first),
    today: first + row.today,
  }));
  return new Set(listFullDays(team, first, first + dated.duration_days - 1).map((day) => day - first));
}

const STATES = {
  checked: CHECKED,
  later: NONE,
  before: NONE,
  off: FREE,
  open: OPEN,
  saved: REST,
  missed: MISSED,
} as const satisfies Record<Square, number>;

/** Counts the squares from day `from` until before `to`. `of` includes sewn and missed squares. */
export function countSquares(row: Days, from: number, to: number): { sewn: number; of: number } {
  const squares = Array.from({ length: to - from }, (_, at) => squareOf(row, from + at));
  const [sewn, missed] = [['checked'], ['missed', 'saved']].map(
    (wanted) => squares.filter((square) => wanted.includes(square)).length,
  ) as [number, number];
  return { sewn, of: sewn + missed };
}

/** Returns each month's first day and its day numbers (`to` is exclusive). */
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

/** Returns the share of counted check-ins by weekday, Monday first, or null if there is nothing to count. */
export function weekdayShares(dated: DatedSchedule, { members }: Pick<Quilt, 'members'>): (number | null)[] {
  const sums = Array.from({ length: WEEK }, () => ({ counted: 0, missed: 0 }));
  const first = weekdayOf(dated.first_day);
  for (const row of members) {
    const m = membershipOf(dated, row);
    const states = Uint8Array.from({ length: dated.duration_days }, (_, day) => STATES[squareOf(row, day)]);
    for (let day = 0; day < dated.duration_days; day += 1) {
      const { counted, missed } = tallyBetween(m, { from: m.first, states }, m.first + day, m.first + day);
      const sum = sums[(first + day) % WEEK]!;
      sum.counted += counted;
      sum.missed += missed;
    }
  }
  return sums.map(({ counted, missed }) => (counted + missed === 0 ? null : counted / (counted + missed)));
}
