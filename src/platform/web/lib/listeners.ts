/** Creates a set of listeners; `emit` calls each with the event. */
export function listenerSet<Event = void>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    /** Returns an unsubscribe function. */
    subscribe: (listener: (event: Event) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (event: Event): void => {
      for (const listener of listeners) listener(event);
    },
  };
}
