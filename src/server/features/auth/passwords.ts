import { hash, verify } from '@node-rs/argon2';
import { fail } from '../../http/errors.ts';

const PARALLEL = 4;
const WAITING_MAX = 50;
/** The library's default algorithm is Argon2id. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work: an unknown e-mail costs what a wrong password costs. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Argon2id, at most 4 at once and 50 waiting, then 503: sign-ins must not starve everything else. */
export function passwords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= PARALLEL) {
      if (waiting.length >= WAITING_MAX) fail('overloaded');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed over, so the count stays.
      if (next) next();
      else running--;
    }
  };
  const hashed = (password: string) => limited(() => hash(password, OPTIONS));
  const decoy = hashed('the hash of nobody');
  return {
    hash: hashed,
    verify: async (stored, password) => {
      const against = stored ?? (await decoy);
      const right = await limited(() => verify(against, password, OPTIONS));
      return right && stored !== null;
    },
  };
}
