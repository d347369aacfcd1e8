import { DAY_MS, MINUTE_MS } from './durations.ts';
import { offsetMinutes } from './zones.ts';

/** A period with one offset from UTC; `until` is exclusive. */
export type OffsetSpan = { since: Date; until: Date; offset_minutes: number };

/** Returns the first minute in `from` to `to` whose offset differs from the offset at `from`. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetMinutes(new Date(from), zone);
  let low = from;
  let high = to;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetMinutes(new Date(middle), zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the offsets of `zone` from `since` to `until`, both whole minutes, in order and without gaps. Takes two
 * changes within a day for one; no zone has that. PostgreSQL reads clocks by these spans because it might lack some
 * zones of Intl. Throws RangeError for an unknown zone.
 */
export function offsetSpans(zone: string, since: Date, until: Date): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  const end = until.getTime();
  let start = since.getTime();
  const close = (at: number) => {
    spans.push({ since: new Date(start), until: new Date(at), offset_minutes: offsetMinutes(new Date(start), zone) });
    start = at;
  };
  for (let from = start; from < end; from += DAY_MS) {
    const to = Math.min(from + DAY_MS, end);
    if (offsetMinutes(new Date(from), zone) !== offsetMinutes(new Date(to), zone)) close(changeBetween(zone, from, to));
  }
  if (start < end) close(end);
  return spans;
}
