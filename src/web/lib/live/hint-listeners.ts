import { useEffect, useEffectEvent } from 'react';
import type { Hint } from '#contract/live.ts';

const listeners = new Set<(hint: Hint) => void>();

/** Tells every part of the screen that brings itself up to date. */
export function emitHint(hint: Hint): void {
  for (const listener of listeners) listener(hint);
}

/** Hears what changed, for parts that know better than a new fetch of all they show. */
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
