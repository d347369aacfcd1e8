import { dayOf } from '#domain/days.ts';
import { longDay } from '#web/lib/format.ts';

/**
 * What a change of zone does to today, in sentences, as the server will reckon it (Decisions 2 and 3): which day it
 * becomes, and what that means for checking in.
 */
export function zoneChangeNote(now: Date, from: string, to: string): string {
  const before = dayOf(now, from);
  const after = dayOf(now, to);
  if (after === before)
    return `Today stays ${longDay(before)}. Only the hour at which it ends changes; check-ins keep their days.`;
  if (after < before)
    return `Today becomes ${longDay(after)} again. Where you have checked in for ${longDay(before)}, the next check-in waits for the day after it. Check-ins keep their days.`;
  return `Today becomes ${longDay(after)}. ${longDay(before)} ends early: if it is still open, it is excused and breaks no streak, up to twice in 7 days.`;
}
