import { useEffect, useEffectEvent } from 'react';
import type { Hint } from '#contract/live.ts';

const listeners = new Set<(hint: Hint) => void>();

/** Passes a hint to every part of the screen that updates itself. */
export function emitHint(hint: Hint): void {
  for (const listener of listeners) listener(hint);
}

/** Calls `listen` for each hint, for parts that can update with less than a new fetch of all they show. */
export function useHintListener(listen: (hint: Hint) => void): void {
  const onHint = useEffectEvent(listen);
  useEffect(() => {
    const listener = (hint: Hint) => onHint(hint);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}
