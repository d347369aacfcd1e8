import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkinInstant } from './checkins.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

describe('checkinInstant', () => {
  const now = at('2026-11-21T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const instant = (performed_at?: Date, sent_at?: Date) => checkinInstant({ now, performed_at, sent_at });

  it("is the request's arrival if performed_at is missing", () => {
    expect(instant()).toEqual(now);
    expect(instant(undefined, ago(HOUR))).toEqual(now);
  });

  it("trusts the device's clock if sent_at is missing", () => {
    expect(instant(ago(HOUR))).toEqual(ago(HOUR));
    expect(instant(ago(-30 * SECOND))).toEqual(ago(-30 * SECOND));
  });

  it("is the request's arrival if the device's clock was set back", () => {
    expect(instant(ago(HOUR), ago(HOUR + 1))).toEqual(now);
  });

  it('trusts a check-in sent within two seconds that took up to five minutes to arrive', () => {
    expect(instant(ago(5 * MINUTE + 2 * SECOND), ago(5 * MINUTE))).toEqual(ago(5 * MINUTE + 2 * SECOND));
    expect(instant(now, now)).toEqual(now);
    expect(instant(ago(5 * MINUTE + 2001), ago(5 * MINUTE))).toEqual(ago(2001));
    expect(instant(ago(5 * MINUTE + 2001), ago(5 * MINUTE + 1))).toEqual(ago(2000));
    // A clock that runs ahead is wrong, even on a slow network.
    expect(instant(ago(-10), ago(-11))).toEqual(ago(1));
  });

  it("finds when an offline check-in was made, however wrong the device's clock is", () => {
    const wrong = fc.integer({ min: -400 * 24 * HOUR, max: 400 * 24 * HOUR });
    const waited = fc.integer({ min: 2001, max: 47 * HOUR });
    fc.assert(
      fc.property(wrong, waited, (error, wait) => {
        const sent_at = new Date(now.getTime() + error);
        expect(instant(new Date(sent_at.getTime() - wait), sent_at)).toEqual(ago(wait));
      }),
    );
  });

  it('is never in the future if sent_at is given', () => {
    const reading = fc.integer({ min: -60 * HOUR, max: 60 * HOUR });
    fc.assert(
      fc.property(reading, reading, (performed, sent) => {
        expect(instant(ago(performed), ago(sent)).getTime()).toBeLessThanOrEqual(now.getTime());
      }),
    );
  });
});
