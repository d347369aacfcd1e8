import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { PUSH_ACCOUNT_REQUESTS_MAX, PUSH_REST_MINUTES, PUSH_TIMEOUTS_BEFORE_REST } from './limits.ts';
import type { PushDevice } from './push.ts';

const LONGEST_REST_MS = Math.max(...PUSH_REST_MINUTES) * MINUTE_MS;

interface Silence {
  readonly timeouts: number;
  readonly since: number;
  readonly rests_until: number;
}

/**
 * Tracks devices at servers that users chose: one message per device and two per account at a time. Backs off after
 * consecutive timeouts. Each process counts separately and forgets at a restart.
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
    /**
     * Takes the device's turn; the returned function gives it back. Returns null if the device or its account has none
     * left.
     */
    take({ id, user_id }: Pick<PushDevice, 'id' | 'user_id'>): (() => void) | null {
      if (underWay.has(id) || (underWay.get(user_id) ?? 0) >= PUSH_ACCOUNT_REQUESTS_MAX) return null;
      for (const key of [id, user_id]) count(key, 1);
      return () => {
        for (const key of [id, user_id]) count(key, -1);
      };
    },
    restSeconds: (id: string, now: Date): number => {
      const left_ms = (silences.get(id)?.rests_until ?? 0) - now.getTime();
      // Longer than any back-off: the timeout was noted while the clock was ahead.
      return left_ms <= 0 || left_ms > LONGEST_REST_MS ? 0 : Math.ceil(left_ms / 1000);
    },
    /** Records a timeout; returns true if the device has been silent for a day. */
    noteTimeout(id: string, now: Date): boolean {
      const before = silences.get(id);
      const timeouts = (before?.timeouts ?? 0) + 1;
      const since = before?.since ?? now.getTime();
      const rests = timeouts - PUSH_TIMEOUTS_BEFORE_REST;
      const minutes = rests < 0 ? 0 : PUSH_REST_MINUTES[Math.min(rests, PUSH_REST_MINUTES.length - 1)]!;
      silences.set(id, { timeouts, since, rests_until: now.getTime() + minutes * MINUTE_MS });
      return rests >= 0 && now.getTime() - since >= DAY_MS;
    },
    forget: (id: string): void => void silences.delete(id),
  };
}
