import { useSyncExternalStore } from 'react';
import { LIVE_HEARTBEAT_SECONDS } from '#platform/lib/live-limits.ts';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** A stream that is silent for a heartbeat plus network delay counts as down. */
const SILENCE_MS = (LIVE_HEARTBEAT_SECONDS + 5) * 1000;

let isUp = false;
let silence: ReturnType<typeof setTimeout> | undefined;
const changed = listenerSet();

function set(up: boolean): void {
  if (up === isUp) return;
  isUp = up;
  changed.emit();
}

/** Tells whether this tab receives hints, from its own stream or from another tab's. */
export const liveState = {
  isUp: (): boolean => isUp,
  /** Records incoming data, heartbeats included. */
  alive: (): void => {
    clearTimeout(silence);
    silence = setTimeout(set, SILENCE_MS, false);
    set(true);
  },
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
 * Returns the milliseconds until the next fetch, or false for never.
 *
 * Hints replace polling while the live stream is up. Failed queries are retried anyway, unless that cannot succeed.
 */
export function pollInterval({ state }: Polled, ms: number, up: boolean): number | false {
  if (state.status === 'error') return isRetryable(state.error) && ms;
  return !up && ms;
}

/** Returns the `refetchInterval` for polled queries. React Query pauses it in a hidden tab. */
export function usePollInterval(ms: number): (query: Polled) => number | false {
  const up = useSyncExternalStore(liveState.subscribe, liveState.isUp, () => false);
  return (query) => pollInterval(query, ms, up);
}
