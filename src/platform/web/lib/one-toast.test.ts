import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPausableTimer, createToastQueue } from './one-toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one toast at a time', () => {
  const undo = { label: 'Undo', run: () => undefined };

  function screen() {
    const shown = new Map<string, () => void>();
    const show = createToastQueue(({ text }, onGone) => {
      shown.set(text, () => {
        shown.delete(text);
        onGone();
      });
      return () => void shown.delete(text);
    });
    return {
      show: (text: string, action?: typeof undo) => show({ kind: 'success', text, action }),
      leave: (text: string) => shown.get(text)?.(),
      shown: () => [...shown.keys()],
    };
  }

  it('replaces the current toast with the newest, and never brings one back', () => {
    const { show, leave, shown } = screen();
    for (const text of ['one', 'two', 'three']) show(text);
    expect(shown()).toEqual(['three']);
    leave('three');
    expect(shown()).toEqual([]);
  });

  it('keeps a toast with a button, then shows only the newest waiting toast', () => {
    const { show, leave, shown } = screen();
    show('Checked in', undo);
    show('one');
    show('two');
    expect(shown()).toEqual(['Checked in']);
    leave('Checked in');
    expect(shown()).toEqual(['two']);
    leave('two');
    expect(shown()).toEqual([]);
  });

  it('replaces a toast without a button by one with a button, which waits for another button', () => {
    const { show, leave, shown } = screen();
    show('one');
    show('Checked in', undo);
    expect(shown()).toEqual(['Checked in']);
    show('Muted', undo);
    expect(shown()).toEqual(['Checked in']);
    leave('Checked in');
    expect(shown()).toEqual(['Muted']);
    show('two');
    expect(shown()).toEqual(['Muted']);
    leave('Muted');
    expect(shown()).toEqual(['two']);
  });

  it('ignores the end of a toast that was replaced', () => {
    const ends: (() => void)[] = [];
    const drawn: string[] = [];
    const show = createToastQueue(({ text }, onGone) => {
      drawn.push(text);
      ends.push(onGone);
      return () => undefined;
    });
    show({ kind: 'info', text: 'one' });
    show({ kind: 'info', text: 'Muted', action: undo });
    show({ kind: 'info', text: 'two' });
    ends[0]?.();
    expect(drawn).toEqual(['one', 'Muted']);
    ends[1]?.();
    expect(drawn).toEqual(['one', 'Muted', 'two']);
  });
});

describe('the time of a toast with an action', () => {
  it('passes only while neither the pointer nor the focus holds it', () => {
    const end = vi.fn();
    const timer = createPausableTimer(6000, end);
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

  it('is unchanged by a second hold or by a release without a hold', () => {
    const end = vi.fn();
    const timer = createPausableTimer(6000, end);
    timer.release('focus');
    timer.hold('focus');
    timer.hold('focus');
    timer.release('focus');
    vi.advanceTimersByTime(6000);
    expect(end).toHaveBeenCalledOnce();
  });

  it('never ends after it was stopped', () => {
    const end = vi.fn();
    createPausableTimer(6000, end).stop();
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
  });
});
