import fc from 'fast-check';
import { addDays, dayOf, earlierDay, laterDay, startOfDay, startOfMinute, weekdayOf } from '#domain/days.ts';
import { monthsUntil, weeksUntil } from '#domain/insights.ts';
import { missionEnd } from '#domain/missions.ts';
import { pointsFor } from '#domain/points.ts';
import { isExcusing, type ZoneChange } from '#domain/travel.ts';
import { newId } from '#platform/db/ids.ts';
import type { Db } from '#platform/db/open.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { refreshStanding } from '#server/life/public.ts';

const HOUR = 3_600_000;
const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia'];

/** Days count back from today. */
const someMission = fc.record({
  began: fc.integer({ min: 0, max: 420 }),
  duration: fc.integer({ min: 1, max: 365 }),
  joinedLater: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  left: fc.boolean(),
  // Runs of consecutive days, long enough to earn rest days, some with small gaps between them.
  stretches: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 364 }),
      length: fc.integer({ min: 1, max: 18 }),
      hour: fc.integer({ min: 0, max: 23 }),
      zone: fc.constantFrom(...ZONES),
      type: fc.constantFrom('tick', 'text'),
    }),
    { maxLength: 8 },
  ),
});

/** A user's year: missions, check-ins in several zones, archived days of deleted missions, and zone changes. */
export const someHistory = fc
  .record({
    day: fc.integer({ min: 0, max: 700 }),
    hour: fc.integer({ min: 0, max: 23 }),
    timezone: fc.constantFrom(...ZONES),
    missions: fc.array(someMission, { maxLength: 4 }),
    archived: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 420 }), fc.integer({ min: 1, max: 3 })), {
      selector: ([day]) => day,
      maxLength: 15,
    }),
    journeys: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 6 }),
  })
  .map(makeHistory);

type RandomHistory = {
  day: number;
  hour: number;
  timezone: string;
  missions: {
    began: number;
    duration: number;
    joinedLater: number;
    left: boolean;
    stretches: { day: number; length: number; hour: number; zone: string; type: string }[];
  }[];
  archived: [number, number][];
  journeys: number[];
};

function makeHistory(random: RandomHistory) {
  const now = new Date(Date.parse('2026-01-01T00:00:00Z') + (random.day * 24 + random.hour) * HOUR);
  const today = dayOf(now, random.timezone);
  const missions = random.missions.map((mission, i) => {
    const first = addDays(today, -mission.began);
    const joined = addDays(first, mission.joinedLater);
    const last = addDays(first, mission.duration - 1);
    const takenDays = new Set<string>();
    const single = mission.stretches.flatMap(({ day, length, ...rest }) =>
      Array.from({ length }, (_, n) => ({ ...rest, day: day + n + (n > 10 ? 1 : 0) })),
    );
    const checkins = single.flatMap(({ day, hour, zone, type }) => {
      const local_day = addDays(first, day);
      if (local_day < joined || local_day > last || local_day > today || takenDays.has(local_day)) return [];
      takenDays.add(local_day);
      const performed_at = new Date(startOfDay(local_day, zone).getTime() + hour * HOUR);
      // A day of 23 hours has no 24th hour, and the zone might have skipped the day.
      return dayOf(performed_at, zone) === local_day ? [{ local_day, zone, performed_at, type }] : [];
    });
    return {
      id: newId(new Date(now.getTime() + i)),
      title: `Mission ${i}`,
      first,
      joined,
      last,
      duration: mission.duration,
      left: mission.left,
      checkins,
    };
  });
  return {
    now: now.getTime(),
    today,
    timezone: random.timezone,
    missions,
    archived: random.archived.map(([day, count]) => ({ day: addDays(today, -day), count })),
    journeys: random.journeys
      .toSorted((a, b) => b - a)
      .map((ago) => ({ old_day: addDays(today, -ago - 1), new_day: addDays(today, -ago) }))
      .map((days) => ({ ...days, changed_at: startOfDay(days.new_day, 'UTC') }))
      .reduce<ZoneChange[]>((stored, one) => (isExcusing(one, stored) ? stored.concat(one) : stored), []),
  };
}
export type History = ReturnType<typeof makeHistory>;

/** Inserts the history as rows and computes its streak counters as the product does. */
export async function insertHistory(db: Db, userId: string, history: History): Promise<void> {
  const now = new Date(history.now);
  await db.transact(async (tx) => {
    for (const { id, title, first, joined, duration, left, checkins } of history.missions) {
      await tx.rows(
        `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id, created_at)
         values ($1, $2, '', 'g', $3, $4, 'UTC', $5, $6, $7, $8)`,
        [id, title, duration, first, startOfDay(first, 'UTC'), missionEnd(first, duration, 'UTC'), userId, now],
      );
      await tx.rows(
        `insert into members (mission_id, user_id, joined_at, joined_day, left_at, left_day)
         values ($1, $2, $3, $4, $5, ($5::timestamptz at time zone 'UTC')::date)`,
        [id, userId, startOfDay(joined, 'UTC'), joined, left ? now : null],
      );
      for (const { local_day, zone, performed_at, type } of checkins)
        await tx.rows(
          `insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
          [newId(performed_at), id, userId, type, pointsFor(type as 'tick'), local_day, zone, performed_at],
        );
    }
    await tx.rows(
      `update members mb set checkins_count = (select count(*) from checkins c
         where c.mission_id = mb.mission_id and c.user_id = mb.user_id) where mb.user_id = $1`,
      [userId],
    );
    for (const { day, count } of history.archived)
      await tx.rows('insert into archived_days (user_id, day, checkins_count) values ($1, $2, $3)', [
        userId,
        day,
        count,
      ]);
    await tx.rows('update users set moved_at = $2 where id = $1', [
      userId,
      history.journeys.at(-1)?.changed_at ?? null,
    ]);
    for (const { old_day, new_day, changed_at } of history.journeys)
      await tx.rows(
        `insert into zone_changes (id, user_id, changed_at, old_zone, new_zone, old_day, new_day)
         values ($1, $2, $3, 'UTC', 'UTC', $4, $5)`,
        [newId(now), userId, changed_at, old_day, new_day],
      );
    await refreshStanding(tx, userId, now);
  });
}

/** Computes every number of the insights day by day, without the product's queries. */
export function computeStreakByBruteForce(history: History) {
  const { now, today, missions, archived } = history;
  const checkins = missions.flatMap((mission) => mission.checkins);
  const count = (day: string) =>
    checkins.filter((one) => one.local_day === day).length +
    archived.filter((one) => one.day === day).reduce((sum, one) => sum + one.count, 0);
  const excused = excusedDays(history.journeys);
  const yesterday = openYesterday(history);
  const isOpen = (day: string) =>
    count(day) > 0 ||
    (day < today && day !== yesterday && !excused.has(day) && missions.some((m) => asks(m, day, now)));
  const from = monthsUntil(today)[0]!;
  const all: string[] = [];
  for (let day = from; day <= today; day = addDays(day, 1)) all.push(day);
  const figures = (days: string[]) => ({
    checkins: days.reduce((sum, day) => sum + count(day), 0),
    days_open: days.filter(isOpen).length,
    days_checked: days.filter((day) => count(day) > 0).length,
  });
  const stretches = (starts: string[]) =>
    starts.map((start, i) => ({
      from: start,
      ...figures(all.filter((day) => day >= start && day < (starts[i + 1] ?? '9999'))),
    }));
  const inWindow = checkins.filter((one) => one.local_day >= from);
  const clock = inWindow.map((one) => [
    weekdayOf(one.local_day),
    Math.floor(wallClock(one.performed_at, one.zone) / HOUR) % 24,
  ]);
  const rhythm = Array.from({ length: 7 * 24 }, (_, i) => ({
    weekday: Math.floor(i / 24),
    hour: i % 24,
    checkins: clock.filter(([weekday, hour]) => weekday === Math.floor(i / 24) && hour === i % 24).length,
  })).filter((cell) => cell.checkins > 0);
  return {
    sums: { from: all.find(isOpen) ?? from, to: all.findLast(isOpen) ?? today, ...figures(all) },
    weekdays: Array.from({ length: 7 }, (_, weekday) => ({
      weekday,
      ...figures(all.filter((day) => weekdayOf(day) === weekday)),
    })),
    rhythm,
    days: stretches(Array.from({ length: 14 }, (_, i) => addDays(today, i - 13))),
    weeks: stretches(weeksUntil(today)),
    months: stretches(monthsUntil(today)),
    runs: listStreaks(history),
    missions: missions
      .filter((mission) => !mission.left)
      .sort((a, b) => (`${a.first} ${a.id}` < `${b.first} ${b.id}` ? 1 : -1))
      .map((mission) => ({
        title: mission.title,
        checkins: mission.checkins.length,
        points: mission.checkins.reduce((sum, one) => sum + pointsFor(one.type as 'tick'), 0),
      })),
  };
}

/** Returns true if a mission requires a check-in on `day`, or required it before the user just left. */
const asks = ({ first, joined, last, left }: History['missions'][number], day: string, now: number) =>
  day >= laterDay(first, joined) && day <= (left ? earlierDay(last, dayOf(new Date(now), 'UTC')) : last);

const checkedDays = ({ missions, archived }: History) =>
  [
    ...new Set([...missions.flatMap((m) => m.checkins.map((one) => one.local_day)), ...archived.map((one) => one.day)]),
  ].sort();

/**
 * Returns yesterday if it is unchecked, it is morning and a mission still accepts a check-in for it; otherwise null.
 */
function openYesterday(history: History): string | null {
  const { now, today, timezone, missions, journeys } = history;
  const yesterday = addDays(today, -1);
  const isUnchecked = !checkedDays(history).includes(yesterday);
  const isMorning = new Date(now).getTime() < startOfMinute(today, 12 * 60, timezone).getTime();
  const moved = journeys.at(-1)?.changed_at;
  const hasMoved = moved !== undefined && dayOf(moved, timezone) === today;
  const isMissed = !excusedDays(journeys).has(yesterday) && missions.some((m) => !m.left && asks(m, yesterday, now));
  return isMorning && !hasMoved && isUnchecked && isMissed ? yesterday : null;
}

/** Returns the days that no mission required, in stretches of at most 42 days, not counting excused days. */
function idleDays({ now, today, missions, journeys }: History, days: readonly string[]): Set<string> {
  const excused = excusedDays(journeys);
  const isIdle = (day: string) => !days.includes(day) && !missions.some((m) => asks(m, day, now));
  const idle = new Set<string>();
  let stretch: string[] = [];
  for (let day = days[0] ?? today; day <= today; day = addDays(day, 1)) {
    if (day < today && isIdle(day)) stretch.push(day);
    else {
      if (stretch.filter((one) => !excused.has(one)).length <= 42) for (const one of stretch) idle.add(one);
      stretch = [];
    }
  }
  return idle;
}

/** Returns the days that rest days saved between check-ins, and the number of rest days left at the end. */
function spendRestDays(days: readonly string[], isBridged: (day: string) => boolean) {
  const used: string[] = [];
  let [streak, held, last] = [0, 0, null as string | null];
  for (const day of days) {
    const missing: string[] = [];
    for (let d = addDays(last ?? day, 1); d < day; d = addDays(d, 1)) if (!isBridged(d)) missing.push(d);
    const goesOn = missing.length <= held;
    if (goesOn) {
      used.push(...missing);
      held -= missing.length;
    }
    streak = goesOn ? streak + 1 : 1;
    if (streak % 7 === 0) held = Math.min(2, held + 1);
    last = day;
  }
  return { used, held };
}

/** Returns the days that zone changes skipped or shortened. */
function excusedDays(journeys: readonly ZoneChange[]): Set<string> {
  const excused = new Set<string>();
  for (const { old_day, new_day } of journeys)
    for (let day = old_day; day < new_day; day = addDays(day, 1)) excused.add(day);
  return excused;
}

/** Lists the user's streaks by the rules of the domain, day by day, newest first. */
function listStreaks(history: History) {
  const { today, journeys } = history;
  const excused = excusedDays(journeys);
  const days = checkedDays(history);
  const idle = idleDays(history, days);
  const open = openYesterday(history);
  const isFree = (day: string) => excused.has(day) || idle.has(day);
  const isFreeOrOpen = (day: string) => isFree(day) || day === open;
  const { used, held } = spendRestDays(days, isFreeOrOpen);
  const rest = new Set(used);
  const bridged = (day: string) => rest.has(day) || isFreeOrOpen(day);
  const streaks: {
    from: string;
    to: string;
    days: number;
    rest_days: number;
    excused_days: number;
    current: boolean;
  }[] = [];
  for (const day of days) {
    const streak = streaks.at(-1);
    const between: string[] = [];
    if (streak) for (let d = addDays(streak.to, 1); d < day; d = addDays(d, 1)) between.push(d);
    if (streak && between.every(bridged)) {
      streak.to = day;
      streak.days += 1;
      streak.excused_days += between.filter((d) => excused.has(d)).length;
      streak.rest_days += between.filter((d) => !isFreeOrOpen(d)).length;
    } else streaks.push({ from: day, to: day, days: 1, rest_days: 0, excused_days: 0, current: false });
  }
  const last = streaks.at(-1);
  if (last) {
    const missing: string[] = [];
    for (let d = addDays(last.to, 1); d < today; d = addDays(d, 1)) if (!isFreeOrOpen(d)) missing.push(d);
    last.current = missing.length <= held;
  }
  return streaks.reverse().slice(0, 20);
}
