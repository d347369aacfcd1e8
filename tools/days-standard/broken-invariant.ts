import { dayText, startOfMinute } from '#domain/days.ts';
import {
  awayTest,
  breakOn,
  type Clock,
  checkinDay,
  clockAt,
  countDays,
  type Day,
  type DaySet,
  hasDay,
  isChosen,
  isExtra,
  type Life,
  listDays,
  type Membership,
  membershipOf,
  NO_DAYS,
  plannedDays,
  rangeOf,
  toDaySet,
  withDay,
} from '#domain/life.ts';
import { DAY_STATES } from '#domain/outcomes.ts';
import { type DayStates, type MissionStanding, type Standing, spentRestDays, standing } from '#domain/standing.ts';

const WEEK = 7;
const IDLE_MAX = 42;
/** No `until` is later than the longest plan, so the search for a change ends. */
const HALF_DAYS_MAX = 140;

type Rules = Record<string, boolean>;

const lettersOf = ({ states }: DayStates): string => [...states].map((state) => DAY_STATES[state]![0]).join('');
const countOf = (letters: string, wanted: RegExp): number => [...letters].filter((one) => wanted.test(one)).length;

function readDays(set: DaySet): Day[] {
  const days: Day[] = [];
  for (let at = 0; at < set.bits.length * 8; at += 1)
    if ((set.bits[Math.floor(at / 8)]! & (2 ** (7 - (at % 8)))) > 0) days.push(set.base + at);
  return days;
}

function checkDaySet(set: DaySet): Rules {
  const days = readDays(set);
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const bytes = set.bits.length;
  const around = [first - 9, ...days.flatMap((day) => [day - 1, day, day + 1]), last + 9];
  const again = toDaySet([...days].reverse());
  return {
    'a set has its days': around.every((day) => hasDay(set, day) === days.includes(day)),
    'a set is made from its days in any order':
      `${readDays(toDaySet(days))}` === `${days}` && `${readDays(again)}` === `${days}`,
    'a set lists its days':
      `${listDays(set)}` === `${days}` && `${listDays(set, [first + 1, last - 1])}` === `${days.slice(1, -1)}`,
    'a set has a first and a last day': `${rangeOf(set)}` === (days.length === 0 ? 'null' : `${[first, last]}`),
    'a set counts its days': countDays(set, first, last) === days.length,
    'a set gets a day': [first - 9, first - 8, first - 1, last + 1, last + 9].every((day) => {
      const more = withDay(set, day);
      return hasDay(more, day) && days.every((one) => hasDay(more, one));
    }),
    'a set has no more bytes than it needs':
      NO_DAYS.bits.length === 0 &&
      withDay(set, set.base).bits.length === Math.max(1, bytes) &&
      withDay(set, set.base + 8 * bytes - 1).bits.length === Math.max(1, bytes) &&
      withDay(set, set.base + 8 * bytes).bits.length === bytes + 1 &&
      (bytes === 0 || withDay(set, set.base - 1).bits.length === bytes + 1) &&
      (days.length === 0 || toDaySet(days).bits.length === Math.floor((last - first) / 8) + 1),
    'a set loses a day': days.every((day) => !hasDay(withDay(set, day, false), day)),
  };
}

/** Returns the share of the days that counted. It is 100 only if none was missed. */
function shareOf({ counted, missed }: MissionStanding): number {
  if (counted === 0) return 0;
  return missed === 0 ? 100 : Math.min(99, Math.round((100 * counted) / (counted + missed)));
}

const withMembership = (life: Life, m: Membership, days: DaySet): Life => ({
  ...life,
  memberships: life.memberships.map((one) => (one === m ? { ...m, days } : one)),
});

function checkTries(life: Life, m: Membership, found: MissionStanding, { today, hour }: Clock): Rules {
  const since = Math.max(m.first, m.joined);
  const isInPlan = (day: Day) => since <= day && day <= m.last;
  const countWith = (day: Day) =>
    standing(withMembership(life, m, withDay(m.days, day)), { today, hour }).missions.get(m.id!)!.counted;
  const takesToday = m.running && isInPlan(today) && !hasDay(m.days, today);
  const isMorning = hour < 12 && life.moved !== today;
  const takesYesterday = m.running && isMorning && isInPlan(today - 1) && !hasDay(m.days, today - 1);
  const now = startOfMinute(dayText(today), hour * 60, life.zone);
  const clock = clockAt(now, life.zone);
  const dayFor = (yesterday: boolean) => checkinDay(life, m, { now, at: now, yesterday });
  // A clock change skips hours.
  const isReal = clock.today === today && clock.hour === hour;
  return {
    'done is a checked today': found.done === hasDay(m.days, today),
    'today is taken while the plan has it': found.can === takesToday,
    'a check-in today counts unless it is extra':
      !takesToday || countWith(today) === found.counted + Number(!found.extra),
    'a check-in is as extra as it was before it': readDays(m.days).every(
      (day) => isExtra(m, day) === isExtra({ ...m, days: withDay(m.days, day, false) }, day),
    ),
    'only what is taken is extra': found.can || !found.extra,
    'yesterday is offered if it counts':
      found.can_yesterday === (takesYesterday && countWith(today - 1) === found.counted + 1),
    'today is taken for its day': !isReal || (dayFor(false) === today) === takesToday,
    'yesterday is taken for its day': !isReal || (dayFor(true) === today - 1) === takesYesterday,
    'needed is due, and due is taken': (!found.needed || found.due) && (!found.due || found.can),
    'an open yesterday is offered': !found.open_yesterday || found.can_yesterday,
  };
}

function checkWeek(m: Membership, { week }: MissionStanding, today: Day): Rules {
  const hasWeek = m.times !== null && m.first <= today && today <= m.last;
  if (!week || !hasWeek) return { 'a week is that of a plan that has today': (week !== null) === hasWeek };
  const { from, to, done, target } = week;
  return {
    'a week has today': from <= today && today <= to && (from - m.first) % WEEK === 0,
    'a week has seven days up to the last': to === Math.min(m.last, from + WEEK - 1),
    'a week has no more done than its target': done <= target && target <= m.times!,
    'a week has done what was checked': done === Math.min(m.times!, countDays(m.days, from, to)),
  };
}

/** Rules about the letters of a plan's days, which determine the numbers. */
function checkLetters(m: Membership, found: MissionStanding, today: Day): Rules {
  const letters = lettersOf(found.days);
  const { from } = found.days;
  const until = from + letters.length;
  const days = readDays(m.days);
  const before = 'c'.repeat(days.filter((day) => day < from).length);
  const after = 'c'.repeat(days.filter((day) => day >= until).length);
  // A completed plan misses today, but its streak stays the same until the day ends.
  const past = !m.running && until > today ? letters.replace(/m$/, '') : letters;
  const runs = `${before}${past}${after}`.split('m').map((run) => countOf(run, /c/));
  const sinceLast = past.slice(Math.max(0, m.returned - from, (days.at(-1) ?? from - 1) + 1 - from));
  const isOver = m.running || today > m.last;
  return {
    'a plan has a letter a day':
      letters.length === Math.max(0, Math.min(today, m.last) - Math.max(m.first, m.joined) + 1),
    'checked days have their letter': [...letters].every(
      (letter, at) => (letter === 'c') === hasDay(m.days, from + at),
    ),
    'the streak follows from the letters': found.streak === runs.at(-1) && found.longest === Math.max(...runs),
    'missed days have a letter': !isOver || found.missed === countOf(letters, /[mr]/),
    'missed days since the last check-in have a letter': found.missed_since === countOf(sinceLast, /[mr]/),
  };
}

function checkPlanned(life: Life, m: Membership, found: MissionStanding, today: Day): Rules {
  const isAway = awayTest(life, today);
  const plannedFrom = (joined: Day) =>
    standing(
      { ...life, memberships: [{ ...m, joined, returned: joined, days: NO_DAYS }] },
      { today, hour: 12 },
    ).missions.get(m.id!)!.planned;
  const chosen = readDays(m.days).filter((day) => found.days.from <= day && day <= m.last && isChosen(m.weekdays, day));
  return {
    'planned has what counted and was missed': found.planned >= found.counted + found.missed,
    'planned has nothing more after the end':
      today <= m.last || found.open_yesterday || found.planned === found.counted + found.missed,
    'a plan without check-ins plans what it asks for': plannedFrom(m.joined) === plannedDays(m, isAway),
    'a whole plan plans what it asks for': plannedFrom(m.first) === plannedDays(m, isAway, m.first),
    'chosen weekdays count': m.times !== null || found.counted === chosen.length,
    'the share is what counted': found.share === shareOf(found),
  };
}

/** Rule: a plan's values do not depend on other plans, except for what rest days save. */
function checkAlone(life: Life, m: Membership, found: MissionStanding, clock: Clock): Rules {
  const only = standing({ ...life, archived: NO_DAYS, memberships: [m] }, clock).missions.get(m.id!)!;
  const strip = ({ streak, longest, rest_days, comebacks, days, ...whole }: MissionStanding) =>
    JSON.stringify({ ...whole, letters: lettersOf(days).replaceAll('r', 'm') });
  return { 'a plan does not depend on others': strip(only) === strip(found) };
}

function countRuns({ starts, days, today }: Standing, letters: string): number[] {
  const from = (at: number) => (starts[at] ?? today + 1) - days.from;
  return starts.map((_, at) => countOf(letters.slice(from(at), from(at + 1)), /c/));
}

function checkLookups(life: Life, { today }: Clock): Rules {
  const days = life.away.flatMap(({ from, to }) => [from - 1, from, to, to + 1]);
  const breaks = life.away.filter(({ kind }) => kind === 'break');
  const isIn = (day: Day) => breaks.some(({ from, to }) => from <= day && day <= to);
  return {
    'a break has its days': [today, ...days].every((day) => (breakOn(life, day) !== undefined) === isIn(day)),
    'a membership is found by its mission': life.memberships.every(
      ({ id }) => id === null || membershipOf(life, id)?.id === id,
    ),
  };
}

function checkStreaks(life: Life, whole: Standing): Rules {
  const all = [whole, ...whole.missions.values()];
  const letters = lettersOf(whole.days);
  const runs = letters.split('m').map((run) => countOf(run, /c/));
  const sets = [life.archived, ...life.memberships.map(({ days }) => days)];
  const isAhead = sets.some((set) => (readDays(set).at(-1) ?? 0) > whole.today);
  const counts = countRuns(whole, letters);
  const isIdle = (letters.replaceAll('e', '').match(/f+/g) ?? []).some((free) => free.length > IDLE_MAX);
  return {
    'a streak holds up to two rest days': all.every(({ rest_days }) => rest_days >= 0 && rest_days <= 2),
    'no streak is above the longest': all.every(({ streak, longest }) => streak <= longest),
    'streaks begin with a check-in': whole.starts.every((day) => isAhead || letters[day - whole.days.from] === 'c'),
    'streaks count from where they begin':
      isAhead || (Math.max(0, ...counts) === whole.longest && [0, counts.at(-1)].includes(whole.streak)),
    'spent rest days have a letter':
      spentRestDays(whole) === countOf(letters.slice(0, Math.max(0, letters.lastIndexOf('c'))), /r/),
    'the own days end today': whole.days.from + letters.length - 1 === whole.today,
    'the own days start with a check-in': letters.length === 1 || letters.startsWith('c'),
    'the own streak follows from the letters': isIdle || letters.length === 1 || whole.streak >= runs.at(-1)!,
  };
}

/** Returns the stored part of a standing, which is valid until `until`. */
const savedOf = ({ streak, longest, rest_days, missions }: Standing): string =>
  JSON.stringify([streak, longest, rest_days, [...missions].map(([id, one]) => [id, one.streak, one.longest])]);

/** Returns the standing at a half day of the person's calendar: 2 * day, + 1 for its noon. */
const standingAt = (life: Life, half: number): Standing =>
  standing(life, { today: Math.floor(half / 2), hour: 12 * (half % 2) });

const halfDayOf = ({ today, hour }: Clock): number => 2 * today + Number(hour >= 12);

/** Returns true if no stored value changes at `until`. This can happen, but only in few lives. */
export function isUntilEarly(life: Life, clock: Clock): boolean {
  const whole = standing(life, clock);
  return whole.until !== null && savedOf(standingAt(life, whole.until)) === savedOf(whole);
}

function checkUntil(life: Life, clock: Clock, whole: Standing): Rules {
  const now = halfDayOf(clock);
  const until = Math.min(whole.until ?? Number.POSITIVE_INFINITY, now + HALF_DAYS_MAX);
  let isSame = true;
  for (let half = now + 1; half < until && isSame; half += 1)
    isSame = savedOf(standingAt(life, half)) === savedOf(whole);
  const later = standingAt(life, 2 * clock.today + 2 * WEEK * WEEK + 1);
  const hasTrip = life.away.some(({ kind, to }) => kind === 'travel' && to >= clock.today);
  const running = life.memberships.filter((m) => m.running).map(({ id }) => id);
  const plannedOf = ({ missions }: Standing) =>
    JSON.stringify(running.map((id) => [missions.get(id!)?.planned, missions.get(id!)?.counted]));
  return {
    'what is saved holds for a while': whole.until === null || whole.until > now,
    'what is saved holds until then': isSame,
    'time does not change what is planned': hasTrip || plannedOf(later) === plannedOf(whole),
  };
}

/** Returns the first general rule that this life breaks, or null. */
export function findBrokenInvariant(life: Life, clock: Clock): string | null {
  const whole = standing(life, clock);
  const broken = (rules: Rules) => Object.keys(rules).find((rule) => !rules[rule]) ?? null;
  for (const m of life.memberships) {
    const found = m.id === null ? undefined : whole.missions.get(m.id);
    if (m.id !== null && !found) return 'each mission has its standing';
    const problem =
      broken(checkDaySet(m.days)) ??
      (found
        ? (broken(checkWeek(m, found, clock.today)) ??
          broken(checkLetters(m, found, clock.today)) ??
          broken(checkPlanned(life, m, found, clock.today)) ??
          broken(checkTries(life, m, found, clock)) ??
          broken(checkAlone(life, m, found, clock)))
        : null);
    if (problem !== null) return problem;
  }
  return (
    broken(checkLookups(life, clock)) ?? broken(checkStreaks(life, whole)) ?? broken(checkUntil(life, clock, whole))
  );
}
