/** Allowed runs at the start, then one per interval. A busy hour must not cause a request for each change. */
const AT_ONCE = 3;
const EVERY_MS = 3000;

interface Bucket {
  left: number;
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface KeyThrottle {
  /** Runs `act` now, or when its key has a run again. The waiting run covers later calls. */
  use(key: string, act: () => void): void;
  /** Runs `act` now without counting it, and cancels the key's waiting run. */
  now(key: string, act: () => void): void;
  clear(): void;
}

/** Throttles repeated work per key. The last call is never lost: it runs or a waiting run covers it. */
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
