import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachToaster, holdableTimer, toast } from './toast.ts';

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
