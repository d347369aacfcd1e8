/** So many runs at once, then one in each interval: a busy hour must not cause one request for each change. */
const AT_ONCE = 3;
const EVERY_MS = 3000;

interface Bucket {
  /** The runs that are still free. */
  left: number;
  /** When `left` was computed. */
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface KeyThrottle {
  /** Runs `act` now or, if its key has used up its runs, once as soon as the next one is free. */
  use(key: string, act: () => void): void;
  /** Runs `act` at once without using up a run, and cancels the run of this key that waits. */
  now(key: string, act: () => void): void;
  /** Cancels everything that waits. */
  clear(): void;
}

/** Throttles repeated work, each key for itself. The last call is never dropped: it runs when the interval is over. */
export function throttleByKey(now: () => number = () => performance.now()): KeyThrottle {
  const buckets = new Map<string, Bucket>();

  const refill = (bucket: Bucket) => {
    bucket.left = Math.min(AT_ONCE, bucket.left + (now() - bucket.at) / EVERY_MS);
    bucket.at = now();
  };

  return {
    use(key, act) {
      const bucket = buckets.get(key) ?? { left: AT_ONCE, at: now(), timer: undefined };
      buckets.set(key, bucket);
      if (bucket.timer) return;
      refill(bucket);
      if (bucket.left >= 1) {
        bucket.left -= 1;
        return act();
      }
      bucket.timer = setTimeout(
        () => {
          bucket.timer = undefined;
          refill(bucket);
          bucket.left = Math.max(0, bucket.left - 1);
          act();
        },
        Math.ceil((1 - bucket.left) * EVERY_MS),
      );
    },
    now(key, act) {
      const bucket = buckets.get(key);
      clearTimeout(bucket?.timer);
      if (bucket) bucket.timer = undefined;
      act();
    },
    clear() {
      for (const { timer } of buckets.values()) clearTimeout(timer);
      buckets.clear();
    },
  };
}
