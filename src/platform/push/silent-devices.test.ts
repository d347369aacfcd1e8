import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { makeSilentDevices } from './silent-devices.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(START + ms);

describe('a device with a silent server', () => {
  it('backs off for 1, 5, then 30 minutes from the third consecutive timeout', () => {
    const silent = makeSilentDevices();
    const rests = [0, 0, 0, 0, 0, 0].map(() => {
      silent.noteTimeout('phone', at(0));
      return silent.restSeconds('phone', at(0));
    });
    expect(rests).toEqual([0, 0, 60, 300, 1800, 1800]);
    expect(silent.restSeconds('phone', at(30 * MINUTE_MS))).toBe(0);
    expect(silent.restSeconds('laptop', at(0))).toBe(0);
  });

  it('ignores timeouts noted while the clock was ahead', () => {
    const silent = makeSilentDevices();
    for (let timeout = 0; timeout < 3; timeout++) silent.noteTimeout('phone', at(DAY_MS));
    expect(silent.restSeconds('phone', at(0))).toBe(0);
  });

  it('starts from zero after a response', () => {
    const silent = makeSilentDevices();
    for (let timeout = 0; timeout < 3; timeout++) silent.noteTimeout('phone', at(0));
    silent.forget('phone');
    silent.noteTimeout('phone', at(0));
    expect(silent.restSeconds('phone', at(0))).toBe(0);
  });

  it('is gone after a day of timeouts', () => {
    const silent = makeSilentDevices();
    const outcomes = [0, MINUTE_MS, DAY_MS - 1, DAY_MS].map((ms) => silent.noteTimeout('phone', at(ms)));
    expect(outcomes).toEqual([false, false, false, true]);
  });
});
