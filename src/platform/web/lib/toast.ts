import { detailOf } from './api/api-error.ts';
import { listenerSet } from './listeners.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
type Show = (kind: ToastKind, text: string, action?: ToastAction) => void;

/*
 * The toaster is a chunk of its own that is loaded for the first toast, so that the first visit of /login does without
 * it. Toasts wait here until it is mounted.
 */
let show: Show | null = null;
const waiting: Parameters<Show>[] = [];
const requested = listenerSet();

function add(...toast: Parameters<Show>): void {
  if (show) show(...toast);
  else {
    waiting.push(toast);
    requested.emit();
  }
}

/**
 * Shows one sentence in the corner, on phones in place of the header, for 4 seconds; one with an action stays for 6, and
 * longer while it is pointed at or has the focus. The newest replaces the one that is shown, but waits for one with an
 * action. Can be called from anywhere, even before the first render.
 */
export const toast = {
  success: (text: string, action?: ToastAction): void => add('success', text, action),
  error: (text: string): void => add('error', text),
  /** Of an act that failed: the server's sentence if it sent one, else the screen's own. */
  failure: (error: unknown, otherwise: string): void => add('error', detailOf(error, otherwise)),
  info: (text: string, action?: ToastAction): void => add('info', text, action),
};

/** A store that becomes true with the first toast; the app then mounts the toaster. */
export const onToastRequested = {
  subscribe: requested.subscribe,
  get: (): boolean => show !== null || waiting.length > 0,
};

/** Passes waiting and future toasts to the toaster. Returns the function that detaches it. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const toast of waiting.splice(0)) toaster(...toast);
  return () => {
    show = null;
  };
}
