/** So many times at once, then one every so often: a busy morning must not become a request for each check-in. */
const AT_ONCE = 3;
const EVERY_MS = 3000;

interface Account {
  left: number;
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface KeyThrottle {
  /** Runs `act` now or, when its key was asked for often, once as soon as its turn comes. */
  use(key: string, act: () => void): void;
  /** Runs `act` at once and at no cost; the run that waits for its turn is not needed any more. */
  now(key: string, act: () => void): void;
  /** Forgets what waits. */
  clear(): void;
}

/** Spreads repeated work, each key for itself. What waits is not lost: the last one asked for is done. */
export function throttleByKey(now: () => number = () => performance.now()): KeyThrottle {
  const accounts = new Map<string, Account>();

  const refill = (account: Account) => {
    account.left = Math.min(AT_ONCE, account.left + (now() - account.at) / EVERY_MS);
    account.at = now();
  };

  return {
    use(key, act) {
      const account = accounts.get(key) ?? { left: AT_ONCE, at: now(), timer: undefined };
      accounts.set(key, account);
      if (account.timer) return;
      refill(account);
      if (account.left >= 1) {
        account.left -= 1;
        return act();
      }
      account.timer = setTimeout(
        () => {
          account.timer = undefined;
          refill(account);
          account.left = Math.max(0, account.left - 1);
          act();
        },
        Math.ceil((1 - account.left) * EVERY_MS),
      );
    },
    now(key, act) {
      const account = accounts.get(key);
      clearTimeout(account?.timer);
      if (account) account.timer = undefined;
      act();
    },
    clear() {
      for (const { timer } of accounts.values()) clearTimeout(timer);
      accounts.clear();
    },
  };
}
