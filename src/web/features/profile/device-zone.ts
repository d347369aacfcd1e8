import { canonicalZone, type ZoneOption } from '#domain/zones.ts';

/** The zone that this browser reckons in. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The server's name for a zone of the browser, or null when the server does not know it. The two may spell one zone
 * differently (Asia/Calcutta, Asia/Kolkata), so aliases are resolved on one side, here (Decisions 7).
 */
export function knownZone(zone: string, options: readonly ZoneOption[]): string | null {
  if (options.some((o) => o.value === zone)) return zone;
  const canonical = canonicalZone(zone);
  if (!canonical) return null;
  return options.find((o) => o.value === canonical || canonicalZone(o.value) === canonical)?.value ?? null;
}
