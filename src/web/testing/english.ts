import { expect } from 'vitest';

// Tests render parts of screens without starting the app, which would load the texts. Server tests need none.
if (/\/src\/(platform\/)?web\//.test(expect.getState().testPath ?? '')) {
  // Node's own navigator has the machine's region.
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
