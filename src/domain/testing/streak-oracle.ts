/** The rules of docs/days.md day by day, written to be plainly right, without the code that they check. */
import type { Clock, Day, DaySet, Life, Membership } from '../life.ts';

const range = (from: Day, to: Day) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const daysOf = ({ base, bits }: DaySet) =>
  [...bits]
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
    .flatMap((bit, at) => (bit === '1' ? [base + at] : []));

type Step = readonly [Day, 'checked' | 'missed' | 'saved' | 'over'];

/** Counts checked days. Every seventh earns a rest day; at most two are held, and they save a gap only as a whole. */
function countStreak(steps: readonly Step[]) {
  const rested = new Set<Day>();
  let [streak, longest, held, gap] = [0, 0, 0, [] as Step[]];
  const isSaved = () => streak > 0 && gap.filter(([, what]) => what === 'missed').length <= held;
  for (const step of steps) {
    if (step[1] === 'over') streak = 0;
    else if (step[1] !== 'checked') gap.push(step);
    else {
      const goesOn = isSaved();
      if (goesOn) for (const [day] of gap) rested.add(day);
      held = goesOn ? Math.max(0, held - gap.length) : held;
      streak = goesOn ? streak + 1 : 1;
      held = streak % 7 === 0 ? Math.min(2, held + 1) : held;
      longest = Math.max(longest, streak);
      gap = [];
    }
  }
  if (isSaved()) for (const [day] of gap) rested.add(day);
  return { streak: isSaved() ? streak : 0, longest, rested };
}

/** Computes streaks and letters of a life. **c**hecked, **f**ree, **e**xcused, **r**est, **m**issed, **o**pen. */
export function countLife({ moved, away, archived, memberships }: Life, { today, hour }: Clock) {
  const checkedIn = new Map(memberships.map((m) => [m, new Set(daysOf(m.days))]));
  const hasDay = (m: Membership, day: Day) => checkedIn.get(m)!.has(day);
  const allChecked = new Set([...daysOf(archived), ...memberships.flatMap((m) => daysOf(m.days))]);
  const latest = Math.max(today, ...allChecked);
  const isAway = (day: Day) =>
    away.some(({ from, to, kind }) => from <= day && day <= to && (kind === 'break' || day < today));
  const counts = (m: Membership, since: Day, day: Day) => day >= since && day <= m.last && !isAway(day);
  const isOnWeekday = (m: Membership, day: Day) => (m.weekdays & (1 << ((day + 3) % 7))) !== 0;
  const weekOf = (m: Membership, day: Day) => {
    const from = day - ((((day - m.first) % 7) + 7) % 7);
    return range(from, from + 6);
  };
  const isMissed = (m: Membership, since: Day, day: Day) => {
    if (day < m.first || hasDay(m, day) || !counts(m, since, day)) return false;
    if (m.times === null) return isOnWeekday(m, day);
    const week = weekOf(m, day);
    const asked = m.times - week.filter((one) => !counts(m, since, one)).length;
    const done = week.filter((one) => one <= day && hasDay(m, one)).length;
    return done + week.filter((one) => one > day && counts(m, since, one)).length < asked;
  };
  const isOpen = (m: Membership, day: Day) => m.running && day === today - 1 && hour < 12 && moved !== today;

  const countOwn = (to: Day) => {
    let idle = 0;
    const steps = range(Math.min(today, ...allChecked), to).flatMap((day): Step[] => {
      if (allChecked.has(day)) idle = 0;
      if (allChecked.has(day)) return [[day, 'checked']];
      if (isAway(day) || day >= today) return [];
      const asking = memberships.filter((m) => day >= Math.max(m.first, m.returned) && day <= m.to);
      idle = asking.length === 0 ? idle + 1 : 0;
      if (idle > 42) return [[day, 'over']];
      const missing = asking.filter((m) => isMissed(m, m.returned, day));
      return missing.length === 0 || missing.some((m) => isOpen(m, day)) ? [] : [[day, 'missed']];
    });
    return countStreak(steps);
  };

  const own = countOwn(latest);
  const countMission = (m: Membership) => {
    const since = Math.max(m.first, m.joined);
    const savedAtEnd = m.last < today ? countOwn(m.last).rested : own.rested;
    const isSaved = (day: Day) => own.rested.has(day) || savedAtEnd.has(day);
    const steps = range(Math.min(since, ...checkedIn.get(m)!), latest).flatMap((day): Step[] => {
      if (hasDay(m, day)) return [[day, 'checked']];
      if (day < since || day >= today || !isMissed(m, m.joined, day) || isOpen(m, day)) return [];
      return [[day, isSaved(day) ? 'saved' : 'missed']];
    });
    const { streak, longest, rested } = countStreak(steps);
    const week = weekOf(m, today);
    const off = week.filter((day) => !counts(m, m.first, day)).length;
    const possible = Math.min((m.times ?? 0) - off, week.filter((day) => counts(m, m.joined, day)).length);
    const isDue =
      m.times === null
        ? isOnWeekday(m, today)
        : isMissed(m, m.joined, today) || week.filter((day) => day <= m.last && hasDay(m, day)).length < possible;
    const letters = range(since, Math.min(today, m.last)).map((day) => {
      if (hasDay(m, day)) return 'c';
      if (isAway(day)) return 'e';
      if (day === today && m.running) return isDue ? 'o' : 'f';
      if (!isMissed(m, m.joined, day)) return 'f';
      return isOpen(m, day) ? 'o' : isSaved(day) || rested.has(day) ? 'r' : 'm';
    });
    return { streak, longest, days: letters.join('') };
  };
  const missions = memberships.flatMap((m) => (m.id === null ? [] : [[m.id, countMission(m)] as const]));
  return { streak: own.streak, longest: own.longest, missions: Object.fromEntries(missions) };
}
