import { dayOf } from '#domain/days.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { canonicalZone, type ZoneOption } from '#platform/lib/zones.ts';
import { longDay } from '#platform/web/lib/format.ts';

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
export function zoneChangeNote(t: Translate, now: Date, from: string, to: string): string {
  const before = dayOf(now, from);
  const after = dayOf(now, to);
  const day = longDay(after);
  if (after === before) return t('app.profile.zone.same_day', { day });
  if (after < before) return t('app.profile.zone.day_again', { day });
  return t('app.profile.zone.day_early', { day, before: longDay(before) });
}
