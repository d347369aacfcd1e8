import { afterAll } from 'vitest';

const closers: (() => unknown)[] = [];

/**
 * Calls `close` after the test file, in reverse order of registration. Unlike Vitest's `afterAll`, tests can call it
 * too. Nothing may stay open, because the next file runs in the same process.
 */
export function afterFile(close: () => unknown): void {
  closers.push(close);
}

/** Runs the registered functions after the current test file. The setup of every file calls it. */
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
