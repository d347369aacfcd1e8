import { dayOf } from '#domain/days.ts';
import { canonicalZone, type ZoneOption } from '#domain/zones.ts';
import { longDay } from '#web/lib/format.ts';

/** The time zone of this browser. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The server's name for a zone of the browser, or null when the server does not know it. The two may spell one zone
 * differently (Asia/Calcutta, Asia/Kolkata), so aliases are resolved on one side, here.
 */
export function knownZone(zone: string, options: readonly ZoneOption[]): string | null {
  if (options.some((o) => o.value === zone)) return zone;
  const canonical = canonicalZone(zone);
  if (!canonical) return null;
  return options.find((o) => o.value === canonical || canonicalZone(o.value) === canonical)?.value ?? null;
}

/** Whether this device is in another zone than `saved`; two names of one zone are the same. */
export const isZoneForeign = (saved: string): boolean => {
  const zone = deviceZone();
  return zone !== saved && canonicalZone(zone) !== canonicalZone(saved);
};

/**
 * What a change of zone does to today, in sentences: which day it becomes, and what that means for checking in. The
 * server follows the same rules (docs/rules.md#days).
 */
export function zoneChangeNote(now: Date, from: string, to: string): string {
  const before = dayOf(now, from);
  const after = dayOf(now, to);
  if (after === before)
    return `It's still ${longDay(before)}. Your day just ends at a different time. Past check-ins don't move.`;
  if (after < before)
    return `Today becomes ${longDay(after)} again. If you've checked in for ${longDay(before)}, you can check in again on the day after it. Past check-ins don't move.`;
  return `Today becomes ${longDay(after)}. ${longDay(before)} ends early. If you haven't checked in, that day is a day off and your streak goes on (twice in 7 days at most).`;
}
