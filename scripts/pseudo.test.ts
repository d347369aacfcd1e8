import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import { expect, it, onTestFinished } from 'vitest';

const load = (name: string) => import(pathToFileURL(join(import.meta.dirname, name)).href);
const { pseudo, writePseudo } = await load('pseudo.mjs');
const { argumentsOf } = await load('messages.mjs');
const { PARTS, readLanguages } = await load('read-messages.mjs');

it.each([
  ['Sign In', '⟦Šîĝñ Îñ ~⟧'],
  ['Hello {name}', '⟦Ĥéļļö {name} ~⟧'],
  ['See <link>the rules</link>.', '⟦Šéé <link>ţĥé ŕûļéš</link>. ~~~⟧'],
  [
    '{count, plural, one {# day} other {# days of {name}}}',
    '⟦{count, plural, one {# ðåý} other {# ðåýš öƒ {name}}} ~~~⟧',
  ],
  ['{who, select, me {You} other {{name}}} here', '⟦{who, select, me {Ýöû} other {{name}}} ĥéŕé ~⟧'],
  ["We don't '{quote}'", "⟦Ŵé ðöñ'ţ '{quote}' ~⟧"],
])('%s keeps its arguments, choices and tags.', (english, expected) => {
  expect(pseudo(english)).toBe(expected);
});

it('Every text of English is two fifths longer, in brackets, and has the same arguments and choices.', () => {
  const { source } = readLanguages();
  const { patches: _, ...parts } = source.parts as Record<string, Record<string, string>>;
  const texts = Object.values(parts).flatMap((part) => Object.values(part));
  expect(texts.length).toBeGreaterThan(1000);
  for (const text of texts) {
    const made = pseudo(text);
    expect(made).toMatch(/^⟦.* ~+⟧$/s);
    expect(argumentsOf(compile(made)), text).toEqual(argumentsOf(compile(text)));
    if (!/[{<]/.test(text) && text.length > 10) expect(made.length / text.length, text).toBeCloseTo(1.4, 0);
    // No letter of English is left but in names of arguments, choices and tags.
    const said = JSON.stringify(compile(`${made}`)).match(/⟦([^"[\]{}]*)/)![1];
    expect(said, text).not.toMatch(/[A-Za-z]/);
  }
});

it('The language is written beside English, complete.', async () => {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-pseudo-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src/messages/en'), { recursive: true });
  await writeFile(join(root, 'src/messages/en/language.json'), JSON.stringify({ name: 'English' }));
  for (const part of PARTS)
    await writeFile(join(root, `src/messages/en/${part}.json`), JSON.stringify({ room: { hello: 'Hello' } }));
  writePseudo(root);
  const made = readLanguages(root).languages.find(({ tag }: { tag: string }) => tag === 'en-XA');
  expect(made).toMatchObject({ complete: true, share: 100, missing: [], direction: 'ltr' });
  expect(JSON.parse(await readFile(join(root, 'src/messages/en-XA/app.json'), 'utf8'))).toEqual({
    room: { hello: '⟦Ĥéļļö ~⟧' },
  });
  // The words by which a patch is found are no text.
  expect(made.parts.patches).toEqual({ 'patches.room.hello': 'Hello' });
});
