type Kind = 'success' | 'error' | 'info';

/** A button in a toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
type Show = (kind: Kind, text: string, action?: ToastAction) => void;

/*
 * The toaster is a chunk of its own that is loaded for the first toast, so that the first visit of /login does without
 * it. Toasts wait here until it is mounted.
 */
let show: Show | null = null;
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

function add(...toast: Parameters<Show>): void {
  if (show) show(...toast);
  else {
    waiting.push(toast);
    for (const listener of listeners) listener();
  }
}

/**
 * Shows one sentence in the corner, on phones below the header, for 4 seconds; one with an action stays for 6, and
 * longer while it is pointed at or has the focus. Can be called from anywhere, even before the first render.
 */
export const toast = {
  success: (text: string, action?: ToastAction): void => add('success', text, action),
  error: (text: string): void => add('error', text),
  info: (text: string, action?: ToastAction): void => add('info', text, action),
};

/** A store that becomes true with the first toast; the app then mounts the toaster. */
export const onToastRequested = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => show !== null || waiting.length > 0,
};

/** The part of the window, from its top in px, that an element fills. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The place of a toast on phones, in px from the top: the first one from `from` downwards where `height` px cover no
 * control, or `from` itself if there is none above `limit`.
 */
export function freeTop(from: number, height: number, limit: number, controls: readonly Span[]): number {
  for (let top = from; top + height <= limit; ) {
    const covered = controls.filter((control) => control.top < top + height && control.bottom > top);
    if (covered.length === 0) return top;
    top = Math.max(...covered.map(({ bottom }) => bottom));
  }
  return from;
}

/** Passes waiting and future toasts to the toaster. Returns the function that detaches it. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const toast of waiting.splice(0)) toaster(...toast);
  return () => {
    show = null;
  };
}

/**
 * Calls `end` once `ms` milliseconds have passed during which nothing held the timer: not its hovering pointer, not the
 * focus. It starts by itself; `stop` ends it without a call.
 */
export function holdableTimer(ms: number, end: () => void) {
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
