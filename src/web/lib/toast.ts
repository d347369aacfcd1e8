type Kind = 'success' | 'error' | 'info';
type Show = (kind: Kind, text: string) => void;

/*
 * The toaster is a chunk of its own that is loaded for the first toast, so that the first visit of /login does without
 * it. Toasts wait here until it is mounted.
 */
let show: Show | null = null;
const waiting: [Kind, string][] = [];
const listeners = new Set<() => void>();

function add(kind: Kind, text: string): void {
  if (show) show(kind, text);
  else {
    waiting.push([kind, text]);
    for (const listener of listeners) listener();
  }
}

/** Shows one sentence in the corner for 4 seconds. Can be called from anywhere, even before the first render. */
export const toast = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  info: (text: string): void => add('info', text),
};

/** A store that becomes true with the first toast; the app then mounts the toaster. */
export const onToastRequested = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => show !== null || waiting.length > 0,
};

/** Passes waiting and future toasts to the toaster. Returns the function that detaches it. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const [kind, text] of waiting.splice(0)) toaster(kind, text);
  return () => {
    show = null;
  };
}
