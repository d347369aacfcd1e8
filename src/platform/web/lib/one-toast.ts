import type { ToastAction, ToastKind } from './toast.ts';

interface Toast {
  readonly kind: ToastKind;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** Shows a toast and calls `onGone` when it expires. Returns a function that removes it. */
export type Draw = (toast: Toast, onGone: () => void) => () => void;

/**
 * Shows one toast at a time.
 *
 * A new toast replaces the current one unless that has an action; then only the latest waits.
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
 * Calls `end` after `ms` milliseconds without a holder, such as the pointer or the focus.
 *
 * It starts immediately; `stop` cancels it without a call.
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
