import { expect } from 'vitest';

// Tests draw parts of screens without the start of the app, which loads the texts. Those of the server need none.
if (expect.getState().testPath?.includes('/src/web/')) {
  // Node's own navigator has the region of the machine.
  Object.defineProperty(navigator, 'languages', { value: ['en'], configurable: true });
  const { loadParts } = await import('#web/lib/language.ts');
  await loadParts('public', 'app');
}
