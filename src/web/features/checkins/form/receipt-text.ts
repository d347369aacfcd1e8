import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { isInPlan } from '#domain/schedule.ts';
import { clockTime, longDay, plainDay } from '#web/lib/format.ts';

type Facts = Pick<Mission, 'today' | 'last_day' | 'schedule' | 'week'>;

/** The next day after today that the plan has; null if there is none in the mission. */
function nextDay({ today, last_day, schedule }: Facts): LocalDay | null {
  for (let day = addDays(today, 1); day <= last_day; day = addDays(day, 1)) if (isInPlan(schedule, day)) return day;
  return null;
}

/**
 * What today's check-in added, and what comes next: until when the streak is safe, or what the schedule asks for.
 * `points` is null until the feed is loaded, and 0 for an extra check-in.
 */
export function receiptText(mission: Facts, points: number | null): string {
  const earned = points === 0 ? 'One extra stitch sewn.' : `One stitch sewn, ${points} points added.`;
  const added = points === null ? "Today's stitch is sewn." : earned;
  const next = nextDay(mission);
  if (next === null) return `${added} It was the last one. Well done.`;
  if (mission.week)
    return `${added} This week: ${Math.min(mission.week.done, mission.week.target)} of ${mission.week.target}.`;
  if (mission.schedule.kind === 'weekdays') return `${added} The next one is due on ${longDay(next)}.`;
  return `${added} The fire keeps until tomorrow, ${plainDay(next)}.`;
}

/** Who else has checked in today and who has not; null in a mission with one member. */
export function roundStory(names: { isIn: number; open: readonly string[] }): string | null {
  const all = names.isIn + names.open.length;
  const [first, second, ...others] = names.open;
  if (all < 2) return null;
  if (first === undefined) return `All ${all} are in today. What a fire.`;
  const isIn = names.isIn === 1 ? `You are the first of ${all}.` : `${names.isIn} of ${all} are in.`;
  if (second === undefined) return `${isIn} ${first} is still out there.`;
  if (others.length === 0) return `${isIn} ${first} and ${second} are still out there.`;
  return others.length === 1
    ? `${isIn} ${first}, ${second} and one more are still out there.`
    : `${isIn} ${first}, ${second} and ${others.length} more are still out there.`;
}

/** Which rest days were spent, if any. */
export function restStory(used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? 'A rest day kept your streak whole.' : `${used} rest days kept your streak whole.`;
}

/** For a check-in that is pending on this device. */
export const pendingText = (performedAt: string, zone: string): string =>
  `Kept on this device at ${clockTime(performedAt, zone)}. It counts for today, and is sent as soon as there is a connection.`;
