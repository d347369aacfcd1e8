/** Those who want to know when something happens, each called with what it was. */
export function listenerSet<Event = void>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    /** Returns the function that stops it. */
    subscribe: (listener: (event: Event) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (event: Event): void => {
      for (const listener of listeners) listener(event);
    },
  };
}
