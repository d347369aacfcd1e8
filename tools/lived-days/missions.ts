import type { LocalDay } from '#domain/days.ts';
import type { Random } from './random.ts';

interface MissionSpec {
  letter: string;
  /** The number of the owner among the people. */
  owner: number;
  /** Days of the life: the creation, and the plan's last day. */
  created: number;
  end: number;
  body: Record<string, unknown>;
  edits: { day: number; body: Record<string, unknown> }[];
  ends: { day: number; what: 'complete' | 'delete' }[];
}

interface Shape {
  first: number;
  days: number;
  created?: number;
  schedule?: object;
  more?: Record<string, unknown>;
  edits?: MissionSpec['edits'];
  ends?: MissionSpec['ends'];
}

const GOALS = { streak_goal: 5, level_goal: 2, reward_description: 'Dinner' };

/** Chooses the missions of a life: each schedule, short and long, some ending, moved, completed or deleted. */
function chooseShapes(random: Random, dayAt: (day: number) => LocalDay): Shape[] {
  const weekdays = (...days: string[]) => ({ schedule: { kind: 'weekdays', days } });
  const weekly = (times: number) => ({ schedule: { kind: 'weekly', times } });
  const moved = random.int(11, 13);
  const ending = random.int(13, 16);
  return [
    { first: 0, days: 45 },
    { first: 0, days: 40, ...(random.chance(0.5) ? weekdays('mon', 'wed', 'fri') : weekdays('tue', 'thu', 'sat')) },
    { first: 1, days: 28, ...weekly(3) },
    { first: 4, days: 9, more: GOALS, ends: [{ day: ending, what: 'complete' }] },
    { first: random.int(5, 7), days: 17, ...weekly(random.int(1, 2)), more: { board: 'together' } },
    { first: 2, days: 16, ...weekdays('sat', 'sun'), more: GOALS, ends: [{ day: 21, what: 'complete' }] },
    { first: 1, days: random.int(5, 8) },
    { first: 0, days: 30, ends: [{ day: random.int(11, 14), what: 'delete' }] },
    {
      first: 3,
      days: 10,
      ...weekly(random.int(4, 5)),
      more: GOALS,
      edits: [
        { day: 6, body: { duration_days: random.int(11, 16) } },
        { day: 9, body: { schedule: { kind: 'weekly', times: 2 } } },
      ],
      ends: [{ day: 22, what: 'complete' }],
    },
    { created: 14, first: 18, days: 14, ...(random.chance(0.5) ? weekly(5) : {}) },
    {
      first: 7,
      days: 12,
      edits: [
        { day: 5, body: { start_date: dayAt(8) } },
        { day: moved, body: { start_date: dayAt(moved + random.int(1, 3)), duration_days: 10 } },
      ],
      ends: [{ day: 26, what: 'complete' }],
    },
  ];
}

export function missionSpecs(random: Random, dayAt: (day: number) => LocalDay): MissionSpec[] {
  const owners = random.shuffle(Array.from({ length: 12 }, (_, at) => at));
  return chooseShapes(random, dayAt).map(({ first, days, created = 0, schedule, more, edits = [], ends = [] }, at) => {
    const letter = String.fromCharCode(97 + at);
    const text = { title: `Mission ${letter}`, description: '<p>Days.</p>', goal: 'Days' };
    const body = { ...text, start_date: dayAt(first), duration_days: days, ...(schedule ? { schedule } : {}), ...more };
    // An edit can add a few days; attempts after the end are refused.
    const end = Math.max(
      first + days - 1,
      ...edits.map(({ body: edit }) => first + Number(edit.duration_days ?? days) + 2),
    );
    return { letter, owner: owners[at]!, created, end, body, edits, ends };
  });
}
