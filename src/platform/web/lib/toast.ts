import { detailOf } from './api/api-error.ts';
import { listenerSet } from './listeners.ts';

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
type Show = (kind: ToastKind, text: string, action?: ToastAction) => void;

/* The toaster is a separate chunk, loaded with the first toast to keep the first visit of /login small. Toasts wait
   here until it is mounted. */
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
 * Shows one sentence in a corner for 4 seconds; on phones, over the header.
 *
 * A toast with an action stays for 6 seconds, and longer while it is hovered or focused. A new toast replaces the
 * current one but waits for one with an action. Safe to call anywhere, even before the first render.
 */
export const toast = {
  success: (text: string, action?: ToastAction): void => add('success', text, action),
  error: (text: string): void => add('error', text),
  /** Shows the server's sentence, or `otherwise` if it sent none. */
  failure: (error: unknown, otherwise: string): void => add('error', detailOf(error, otherwise)),
  info: (text: string, action?: ToastAction): void => add('info', text, action),
};

/** A store that becomes true with the first toast; the app then mounts the toaster. */
export const onToastRequested = {
  subscribe: requested.subscribe,
  get: (): boolean => show !== null || waiting.length > 0,
};

/** Passes waiting and future toasts to the toaster. Returns a function that detaches it. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const toast of waiting.splice(0)) toaster(...toast);
  return () => {
    show = null;
  };
}
