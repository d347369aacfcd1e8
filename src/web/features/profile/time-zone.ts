import { dayOf } from '#domain/days.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { canonicalZone, type ZoneOption } from '#platform/lib/zones.ts';
import { longDay } from '#platform/web/lib/format.ts';

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the server's name for a browser's zone, or null if it has none.
 *
 * The two can spell a zone differently (Asia/Calcutta, Asia/Kolkata), so the browser resolves aliases on both.
 */
export function knownZone(zone: string, options: readonly ZoneOption[]): string | null {
  if (options.some((o) => o.value === zone)) return zone;
  const canonical = canonicalZone(zone);
  if (!canonical) return null;
  return options.find((o) => o.value === canonical || canonicalZone(o.value) === canonical)?.value ?? null;
}

/** Returns true if this device is in another zone than `saved`; aliases count as equal. */
export const isZoneForeign = (saved: string): boolean => {
  const zone = deviceZone();
  return zone !== saved && canonicalZone(zone) !== canonicalZone(saved);
};

/** Explains what a change of zone does to today and its check-in (docs/rules.md#days). */
export function zoneChangeNote(t: Translate, now: Date, from: string, to: string): string {
  const before = dayOf(now, from);
  const after = dayOf(now, to);
  const day = longDay(after);
  if (after === before) return t('app.profile.zone.same_day', { day });
  if (after < before) return t('app.profile.zone.day_again', { day });
  return t('app.profile.zone.day_early', { day, before: longDay(before) });
}
