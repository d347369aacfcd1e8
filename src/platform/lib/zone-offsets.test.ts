import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { offsetSpans } from './zone-offsets.ts';
import { offsetMinutes } from './zones.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
];

describe('offsetSpans', () => {
  it('returns three spans for a year in Berlin, divided by the clock changes', () => {
    const spans = offsetSpans('Europe/Berlin', new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z'));
    expect(spans.map((span) => [span.until.toISOString(), span.offset_minutes])).toEqual([
      ['2026-03-29T01:00:00.000Z', 60],
      ['2026-10-25T01:00:00.000Z', 120],
      ['2027-01-01T00:00:00.000Z', 60],
    ]);
  });

  it('gives the offset of every instant without gaps', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: 1, max: 400 * 24 * 60 }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 5, maxLength: 20 }),
        (zone, start, minutes, places) => {
          const since = new Date(Date.parse('2010-01-01T00:00:00Z') + start * MINUTE_MS * 0.4);
          since.setUTCSeconds(0, 0);
          const until = new Date(since.getTime() + minutes * MINUTE_MS);
          const spans = offsetSpans(zone, since, until);
          expect(spans[0]!.since).toEqual(since);
          expect(spans.at(-1)!.until).toEqual(until);
          for (const [i, span] of spans.slice(1).entries()) expect(span.since).toEqual(spans[i]!.until);
          for (const place of places) {
            const at = new Date(since.getTime() + Math.floor(place * minutes * MINUTE_MS));
            const span = spans.find((one) => one.since <= at && at < one.until)!;
            expect(Math.abs(span.offset_minutes - offsetMinutes(at, zone))).toBe(0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('returns no span for an empty range and one for a day without a change', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    expect(offsetSpans('UTC', now, now)).toEqual([]);
    expect(offsetSpans('UTC', now, new Date(now.getTime() + DAY_MS))).toHaveLength(1);
  });
});
