import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { PUSH_ACCOUNT_REQUESTS_MAX, PUSH_REST_MINUTES, PUSH_TIMEOUTS_BEFORE_REST } from './limits.ts';
import type { PushDevice } from './push.ts';

const LONGEST_REST_MS = Math.max(...PUSH_REST_MINUTES) * MINUTE_MS;

interface Silence {
  readonly timeouts: number;
  /** When the first of these timeouts was, and when the device has rested. */
  readonly since: number;
  readonly rests_until: number;
}

/**
 * The turns of devices at servers that users chose: one message at a time for each device and two for each account. A
 * device rests after timeouts in a row. Each process counts on its own, and a restart forgets.
 */
export function makeSilentDevices() {
  const underWay = new Map<string, number>();
  const silences = new Map<string, Silence>();
  const count = (key: string, change: number) => {
    const left = (underWay.get(key) ?? 0) + change;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  };
  return {
    /** Takes the turn of a device; what is returned gives it back. Null while it or its account has none. */
    take({ id, user_id }: Pick<PushDevice, 'id' | 'user_id'>): (() => void) | null {
      if (underWay.has(id) || (underWay.get(user_id) ?? 0) >= PUSH_ACCOUNT_REQUESTS_MAX) return null;
      for (const key of [id, user_id]) count(key, 1);
      return () => {
        for (const key of [id, user_id]) count(key, -1);
      };
    },
    /** Returns the seconds for which a device still rests; 0 for one that does not. */
    restSeconds: (id: string, now: Date): number => {
      const left_ms = (silences.get(id)?.rests_until ?? 0) - now.getTime();
      // Longer than any rest: it was noted while the clock was ahead.
      return left_ms <= 0 || left_ms > LONGEST_REST_MS ? 0 : Math.ceil(left_ms / 1000);
    },
    /** Notes a timeout; returns true once the device has been silent for a day. */
    noteTimeout(id: string, now: Date): boolean {
      const before = silences.get(id);
      const timeouts = (before?.timeouts ?? 0) + 1;
      const since = before?.since ?? now.getTime();
      const rests = timeouts - PUSH_TIMEOUTS_BEFORE_REST;
      const minutes = rests < 0 ? 0 : PUSH_REST_MINUTES[Math.min(rests, PUSH_REST_MINUTES.length - 1)]!;
      silences.set(id, { timeouts, since, rests_until: now.getTime() + minutes * MINUTE_MS });
      return rests >= 0 && now.getTime() - since >= DAY_MS;
    },
    /** Notes that the server of the device said something, or that the device was forgotten. */
    forget: (id: string): void => void silences.delete(id),
  };
}
