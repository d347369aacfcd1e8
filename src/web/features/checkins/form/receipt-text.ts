import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { clockTime, longDay } from '#web/lib/format.ts';

/** What today's check-in added, and until when the streak is safe. `points` is null until the feed is loaded. */
export function receiptText(mission: Pick<Mission, 'today' | 'last_day'>, points: number | null): string {
  const added = points === null ? "Today's stitch is sewn." : `One stitch sewn, ${points} points added.`;
  if (mission.today >= mission.last_day) return `${added} It was the last one. Well done.`;
  const tomorrow = longDay(addDays(mission.today, 1)).replace(/^[^,]+, /, '');
  return `${added} The fire keeps until tomorrow, ${tomorrow}.`;
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
