import { expect } from 'vitest';

// Tests draw parts of screens without the start of the app, which loads the texts. Those of the server need none.
if (/\/src\/(platform\/)?web\//.test(expect.getState().testPath ?? '')) {
  // Node's own navigator has the region of the machine.
  Object.defineProperty(navigator, 'languages', { value: ['en'], configurable: true });
  const [{ APP }, { registerApp }, { loadParts, registerLanguages }, { CATALOGUES }, { RULES }] = await Promise.all([
    import('#web/app-name.ts'),
    import('#platform/web/lib/app.ts'),
    import('#platform/web/lib/language.ts'),
    import('#messages/generated/catalogues.ts'),
    import('#messages/generated/rules.ts'),
  ]);
  registerApp(APP);
  registerLanguages(RULES, CATALOGUES);
  await loadParts('public', 'app');
}
