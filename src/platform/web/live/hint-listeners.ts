import { useEffect, useEffectEvent } from 'react';
import { listenerSet } from '#platform/web/lib/listeners.ts';
import type { Hint } from './stream.ts';

const hints = listenerSet<Hint>();

/** Passes a hint to all its listeners. */
export const emitHint = hints.emit;

/** Calls `listen` for each hint, for parts that can update without fetching all their data. */
export function useHintListener(listen: (hint: Hint) => void): void {
  const onHint = useEffectEvent(listen);
  useEffect(() => hints.subscribe((hint) => onHint(hint)), []);
}
