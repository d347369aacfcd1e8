import type { ToastAction, ToastKind } from './toast.ts';

interface Toast {
  readonly kind: ToastKind;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** Puts a toast on the screen and calls `onGone` when it has left by itself. Returns the function that removes it. */
export type Draw = (toast: Toast, onGone: () => void) => () => void;

/**
 * Shows one toast at a time. The newest replaces the one that is shown; one with an action stays until its time is over,
 * and then the newest of those that came meanwhile is shown.
 */
export function createToastQueue(draw: Draw): (toast: Toast) => void {
  let shown: Toast | null = null;
  let next: Toast | null = null;
  let remove: (() => void) | undefined;
  const show = (toast: Toast): void => {
    if (shown?.action) {
      next = toast;
      return;
    }
    remove?.();
    shown = toast;
    remove = draw(toast, () => {
      if (shown !== toast) return;
      const waiting = next;
      shown = null;
      next = null;
      remove = undefined;
      if (waiting) show(waiting);
    });
  };
  return show;
}

/**
 * Calls `end` once `ms` milliseconds have passed during which nothing held the timer: not its hovering pointer, not the
 * focus. It starts by itself; `stop` ends it without a call.
 */
export function createPausableTimer(ms: number, end: () => void) {
  const holders = new Set<string>();
  let left = ms;
  let since = Date.now();
  let timer = setTimeout(end, left);
  return {
    hold(holder: string): void {
      if (holders.size === 0) left -= Date.now() - since;
      holders.add(holder);
      clearTimeout(timer);
    },
    release(holder: string): void {
      if (!holders.delete(holder) || holders.size > 0) return;
      since = Date.now();
      timer = setTimeout(end, left);
    },
    stop: (): void => clearTimeout(timer),
  };
}
