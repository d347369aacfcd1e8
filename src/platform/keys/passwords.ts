import { hash, verify } from '@node-rs/argon2';
import { makeConcurrencyLimit } from '../lib/concurrency-limit.ts';

const PARALLEL = 4;
const WAITING_MAX = 50;
/** Argon2id is the library's default. */
const OPTIONS = { timeCost: 2, parallelism: 1 } as const;
/** KiB per hash. */
const MEMORY_COST = 19_456;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns false for a null hash after the same work, so timing does not reveal unknown addresses. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/**
 * Hashes with Argon2id, four at a time, so sign-ins do not starve other requests. Throws Overloaded (503) if 50 wait.
 * Only tests pass another `memoryCost`.
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
