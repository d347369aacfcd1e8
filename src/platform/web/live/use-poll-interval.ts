import { useSyncExternalStore } from 'react';
import { LIVE_HEARTBEAT_SECONDS } from '#platform/lib/live-limits.ts';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** A stream that is silent for longer than its heartbeat, and what a slow network adds to it, counts as down. */
const SILENCE_MS = (LIVE_HEARTBEAT_SECONDS + 5) * 1000;

let isUp = false;
let silence: ReturnType<typeof setTimeout> | undefined;
const changed = listenerSet();

function set(up: boolean): void {
  if (up === isUp) return;
  isUp = up;
  changed.emit();
}

/** Whether this tab gets hints: over its own stream, or over that of another tab. */
export const liveState = {
  isUp: (): boolean => isUp,
  /** Something has arrived over the stream, if only a heartbeat. */
  alive: (): void => {
    clearTimeout(silence);
    silence = setTimeout(set, SILENCE_MS, false);
    set(true);
  },
  /** The stream has ended, or this tab no longer listens. */
  lost: (): void => {
    clearTimeout(silence);
    set(false);
  },
  subscribe: changed.subscribe,
};

interface Polled {
  readonly state: { readonly status: string; readonly error: unknown };
}

/**
 * How long to wait before an answer is fetched again, or false for never: hints make that needless while the live stream
 * is up. What failed is tried again in any case, unless that could not succeed.
 */
export function pollInterval({ state }: Polled, ms: number, up: boolean): number | false {
  if (state.status === 'error') return isRetryable(state.error) && ms;
  return !up && ms;
}

/** The `refetchInterval` of every query that is asked again by a timer. React Query pauses it in a hidden tab. */
export function usePollInterval(ms: number): (query: Polled) => number | false {
  const up = useSyncExternalStore(liveState.subscribe, liveState.isUp, () => false);
  return (query) => pollInterval(query, ms, up);
}
