type Kind = 'success' | 'error' | 'info';
type Show = (kind: Kind, text: string) => void;

/*
 * The toaster is a chunk of its own that comes with the first toast: until it stands, toasts wait here. So the first
 * visit of /login does not pay for it.
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

/** One sentence in the corner for 4 s. Usable from anywhere, also before anything is drawn. */
export const toast = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  info: (text: string): void => add('info', text),
};

/** Whether a toast was ever asked for: then the app mounts the toaster. */
export const onToastRequested = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => show !== null || waiting.length > 0,
};

/** Hands the toaster what waited and everything that comes. Returns the function that takes it back. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const [kind, text] of waiting.splice(0)) toaster(kind, text);
  return () => {
    show = null;
  };
}
