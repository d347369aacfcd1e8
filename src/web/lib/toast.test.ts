import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachToaster, freeTop, holdableTimer, toast } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('Toasts from before the toaster was loaded come with their action once it is.', () => {
  const action = { label: 'Undo', run: () => undefined };
  const shown: unknown[][] = [];
  toast.success('Checked in', action);
  const detach = attachToaster((...toast) => void shown.push(toast));
  toast.error('No');
  detach();
  expect(shown).toEqual([
    ['success', 'Checked in', action],
    ['error', 'No'],
  ]);
});

describe('the time of a toast with an action', () => {
  it('It passes only while neither the pointer nor the focus holds it.', () => {
    const end = vi.fn();
    const timer = holdableTimer(6000, end);
    vi.advanceTimersByTime(5000);
    timer.hold('pointer');
    vi.advanceTimersByTime(60_000);
    timer.hold('focus');
    timer.release('pointer');
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
    timer.release('focus');
    vi.advanceTimersByTime(999);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end).toHaveBeenCalledOnce();
  });

  it('Holding it twice, or releasing what does not hold it, changes nothing.', () => {
    const end = vi.fn();
    const timer = holdableTimer(6000, end);
    timer.release('focus');
    timer.hold('focus');
    timer.hold('focus');
    timer.release('focus');
    vi.advanceTimersByTime(6000);
    expect(end).toHaveBeenCalledOnce();
  });

  it('A stopped one never ends.', () => {
    const end = vi.fn();
    holdableTimer(6000, end).stop();
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
  });
});

describe('the place of a toast on phones', () => {
  const spans = fc.array(
    fc.tuple(fc.integer({ min: -200, max: 900 }), fc.integer({ min: 2, max: 120 })).map(([top, height]) => ({
      top,
      bottom: top + height,
    })),
    { maxLength: 12 },
  );

  it('It is the first one below the header that covers no control, if there is one in the upper half.', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), spans, (from, controls) => {
        const isFree = (top: number) => controls.every((one) => one.top >= top + 90 || one.bottom <= top);
        const places = Array.from({ length: 422 - 90 - from + 1 }, (_, at) => from + at);
        expect(freeTop(from, 90, 422, controls)).toBe(places.find(isFree) ?? from);
      }),
    );
  });
});
