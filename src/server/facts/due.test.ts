import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { addDays } from '#domain/days.ts';
import { toRanges } from '#domain/pauses.ts';
import { type Schedule, scheduleColumns, TIMES_A_WEEK, type TimesAWeek, WEEKDAYS } from '#domain/schedule.ts';
import { type CheckedDay, isExtra } from '#domain/schedule-days.ts';
import { afterFile } from '../testing/after-file.ts';
import { ownerUrl, testDatabase } from '../testing/test-app.ts';
import { recentColumn, scheduleColumnsIn } from './asked-days.ts';
import { dueOn, dueTodayOf, neededOn, type ScheduledMemberRow, type ScheduledMission } from './due.ts';
import { missionExcuses } from './excuses.ts';

/** A connection of the owner of the tables: the server's role may not make temporary ones. */
const client = new pg.Client({ connectionString: ownerUrl(await testDatabase()) });
await client.connect();
afterFile(() => client.end());

const LIVES = 200;
const DAYS = 60;
/** Each life is looked at from two days before its mission begins. */
const DAYS_BEFORE = 2;

const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant<Schedule>({ kind: 'daily' }),
  fc.constantFrom<TimesAWeek>(...TIMES_A_WEEK).map((times): Schedule => ({ kind: 'weekly', times })),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
);

/** Ranges of days, counted from the first day that is looked at. */
const someRanges = (longest: number) =>
  fc.array(fc.tuple(fc.nat({ max: DAYS }), fc.integer({ min: 1, max: longest })), { maxLength: 4 });

const someLife = fc.record({
  schedule: someSchedule,
  first_day: fc.nat({ max: 300 }).map((days) => addDays('2025-11-20', days)),
  duration_days: fc.integer({ min: 7, max: DAYS }),
  /** The day of joining, counted from the first day: it may be long before that, or later than a day that is lived twice. */
  joined: fc.oneof(fc.constant(0), fc.integer({ min: -10, max: 25 })),
  /** Whether the member checks in on each day, or only on the next one for it. */
  checkins: fc.array(fc.constantFrom('today', 'today', 'late', 'none', 'none'), { minLength: DAYS, maxLength: DAYS }),
  breaks: someRanges(12),
  journeys: someRanges(2),
});
type Life = typeof someLife extends fc.Arbitrary<infer One> ? One : never;

/** The check-ins of a life in the order in which they are created: on a day first the late one for yesterday. */
function checkinsOf({ schedule, first_day, duration_days, joined, checkins }: Life, begin: string) {
  const created: (CheckedDay & { created_on: string })[] = [];
  const make = (number: number, wait: number) => {
    const [day, created_on] = [addDays(begin, number), addDays(begin, number + wait)];
    if (number < joined + DAYS_BEFORE) return;
    created.push({ day, created_on, is_extra: isExtra({ schedule, first_day, duration_days }, day, created) });
  };
  for (let number = 0; number < DAYS; number += 1) {
    if (checkins[number - 1] === 'late') make(number - 1, 1);
    if (checkins[number] === 'today') make(number, 0);
  }
  return created;
}

/** A life as rows: a user, and a membership of a mission of its own for each day, with what was there on that day. */
function rowsOf(life: Life, at: number) {
  const { schedule, first_day, duration_days, joined, breaks, journeys } = life;
  const begin = addDays(first_day, -DAYS_BEFORE);
  const user_id = uuidOf(at, 0);
  const rangesOf = (ranges: Life['breaks']) =>
    toRanges(ranges.flatMap(([from, length]) => Array.from({ length }, (_, day) => addDays(begin, from + day))));
  return {
    user: { id: user_id, moved_at: journeys.length > 0 ? '2025-01-01T00:00:00Z' : null },
    memberships: Array.from({ length: DAYS }, (_, number) => ({
      mission_id: uuidOf(at, number + 1),
      user_id,
      today: addDays(begin, number),
      first_day,
      duration_days,
      joined_day: addDays(first_day, joined),
      ...scheduleColumns(schedule),
    })),
    created: checkinsOf(life, begin).map(({ day: local_day, ...row }) => ({ user_id, local_day, ...row })),
    pauses: rangesOf(breaks).map((range, number) => ({ id: uuidOf(at, number), user_id, ...range })),
    zone_changes: rangesOf(journeys).map(({ from_day, to_day }) => ({
      user_id,
      old_day: from_day,
      new_day: addDays(to_day, 1),
    })),
  };
}

const uuidOf = (life: number, number: number) =>
  `00000000-0000-4000-8000-${String(life).padStart(6, '0')}${String(number).padStart(6, '0')}`;

/** The columns that are read, of temporary tables that stand before the real ones and have their types. */
const TABLES = {
  users: 'id, moved_at',
  missions: 'id, first_day, duration_days, schedule_kind, schedule_times, schedule_days',
  members: 'mission_id, user_id, joined_day, streak_last_day',
  checkins: 'mission_id, user_id, local_day, is_extra',
  pauses: 'id, user_id, from_day, to_day',
  zone_changes: 'user_id, old_day, new_day',
};

async function store(lives: readonly Life[]): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES))
    await client.query(`create temporary table ${table} as select ${columns} from public.${table} with no data`);
  await client.query(`create temporary table days (mission_id uuid, user_id uuid, today date);
    create temporary table created (user_id uuid, local_day date, is_extra boolean, created_on date)`);
  const rows = lives.map(rowsOf);
  const memberships = rows.flatMap((row) => row.memberships);
  const values = {
    users: rows.map(({ user }) => user),
    missions: memberships.map((row) => ({ ...row, id: row.mission_id })),
    members: memberships,
    days: memberships,
    created: rows.flatMap(({ created }) => created),
    pauses: rows.flatMap(({ pauses }) => pauses),
    zone_changes: rows.flatMap(({ zone_changes }) => zone_changes),
  };
  for (const [table, list] of Object.entries(values))
    await client.query(`insert into ${table} select * from json_populate_recordset(null::pg_temp.${table}, $1)`, [
      JSON.stringify(list),
    ]);
  await client.query(
    `insert into checkins select d.mission_id, d.user_id, created.local_day, created.is_extra
     from days d join created on created.user_id = d.user_id and created.created_on <= d.today;
     create index on checkins (mission_id);
     update members mb set streak_last_day = (
       select max(c.local_day) from checkins c where c.mission_id = mb.mission_id);
     create index on pauses (user_id);
     create index on zone_changes (user_id);
     analyze users, missions, members, checkins, pauses, zone_changes, days`,
  );
}

interface DayRow extends ScheduledMission, ScheduledMemberRow {
  today: string;
  is_due: boolean;
  is_needed: boolean;
}

const FACTS = { mission: 'm', member: 'mb', user: 'u', day: 'd.today', today: 'd.today' };
const READ = `select d.today::text, m.first_day::text, m.duration_days, ${scheduleColumnsIn('m')}, null as completed_at,
    'UTC' as timezone, mb.joined_day::text, mb.streak_last_day::text, ${recentColumn(FACTS)}, ${missionExcuses(FACTS)},
    ${dueOn(FACTS)} as is_due, ${dueOn(FACTS)} and ${neededOn(FACTS)} as is_needed
  from days d join missions m on m.id = d.mission_id join members mb on mb.mission_id = d.mission_id
  join users u on u.id = d.user_id`;

it('In SQL the due and the needed days of random lives are those of the rules.', async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now();
  await store(fc.sample(someLife, { numRuns: LIVES, seed }));
  const { rows } = await client.query<DayRow>(READ);
  expect(rows).toHaveLength(LIVES * DAYS);
  const different = rows.filter((row) => {
    const { due_today, needed_today } = dueTodayOf(row, row, new Date(`${row.today}T12:00:00Z`));
    return row.is_due !== due_today || row.is_needed !== needed_today;
  });
  expect(different.slice(0, 3), `${different.length} days differ with FAST_CHECK_SEED=${seed}`).toEqual([]);
  // Days of each kind were among them.
  const count = (is: (row: DayRow) => boolean) => rows.filter(is).length;
  expect(count((row) => row.is_needed)).toBeGreaterThan(DAYS);
  expect(count((row) => row.is_due && !row.is_needed)).toBeGreaterThan(DAYS);
  expect(count((row) => !row.is_due)).toBeGreaterThan(DAYS);
});
