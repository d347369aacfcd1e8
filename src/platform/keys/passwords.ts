import { hash, verify } from '@node-rs/argon2';
import { makeConcurrencyLimit } from '../lib/concurrency-limit.ts';

const PARALLEL = 4;
const WAITING_MAX = 50;
/** Argon2id, the library's default algorithm. */
const OPTIONS = { timeCost: 2, parallelism: 1 } as const;
/** How much memory a hash takes, in KiB. */
const MEMORY_COST = 19_456;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work, so that unknown addresses cannot be detected by time. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/**
 * Argon2id, at most 4 at once and 50 waiting, then Overloaded (503): sign-ins must not starve other requests. Only tests
 * give another `memoryCost`.
 */
export function passwords(memoryCost = MEMORY_COST): Passwords {
  const limited = makeConcurrencyLimit(PARALLEL, WAITING_MAX);
  const options = { ...OPTIONS, memoryCost };
  const hashed = (password: string) => limited(() => hash(password, options));
  const decoy = hashed('the hash of nobody');
  return {
    hash: hashed,
    verify: async (stored, password) => {
      const against = stored ?? (await decoy);
      const right = await limited(() => verify(against, password, options));
      return right && stored !== null;
    },
  };
}
