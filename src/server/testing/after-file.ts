import { afterAll } from 'vitest';

const closers: (() => unknown)[] = [];

/**
 * Does this after the test file, what was asked for last first. Tests may ask too, while Vitest's own `afterAll` does
 * nothing when a test calls it; the next file runs in the same process, so nothing may be left open.
 */
export function afterFile(close: () => unknown): void {
  closers.push(close);
}

/** Lets the present test file do what was asked for; every file calls it, as it is set up. */
export function closeAfterFile(): void {
  afterAll(async () => {
    const errors: unknown[] = [];
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }, 60_000);
}
