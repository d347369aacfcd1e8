import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { clockTime, longDay } from '#web/lib/format.ts';

/** What today's stitch added and how long the fire keeps. `points` is unknown until the feed is there. */
export function receiptText(mission: Pick<Mission, 'today' | 'last_day'>, points: number | null): string {
  const sewn = points === null ? "Today's stitch is sewn." : `One stitch sewn, ${points} points added.`;
  if (mission.today >= mission.last_day) return `${sewn} It was the last one. Well done.`;
  const tomorrow = longDay(addDays(mission.today, 1)).replace(/^[^,]+, /, '');
  return `${sewn} The fire keeps until tomorrow, ${tomorrow}.`;
}

/** Who else is in, and who is still awaited; null for a mission of one. */
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

/** What the rest days did, when any were needed. */
export function restStory(used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? 'A rest day kept your streak whole.' : `${used} rest days kept your streak whole.`;
}

/** A check-in that is on this device alone so far. */
export const pendingText = (performedAt: string, zone: string): string =>
  `Kept on this device at ${clockTime(performedAt, zone)}. It counts for today, and is sent as soon as there is a connection.`;
