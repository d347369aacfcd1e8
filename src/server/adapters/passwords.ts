import { hash, verify } from '@node-rs/argon2';
import { makeConcurrencyLimit } from './concurrency-limit.ts';

const PARALLEL = 4;
const WAITING_MAX = 50;
/** Argon2id, the library's default algorithm. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a null hash too, after the same work, so that unknown addresses cannot be detected by time. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Argon2id, at most 4 at once and 50 waiting, then Overloaded (503): sign-ins must not starve other requests. */
export function passwords(): Passwords {
  const limited = makeConcurrencyLimit(PARALLEL, WAITING_MAX);
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
