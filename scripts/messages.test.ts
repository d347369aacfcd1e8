import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { generateMessages } from './messages.ts';
import { readLanguages } from './read-messages.ts';

async function makeRoot(files: Record<string, unknown>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-messages-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, 'src/messages', name);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const ENGLISH = {
  'en/language.json': { name: 'English', complete: true },
  'en/app.json': { hello: 'Hello {name}', days: '{days} days', same: '{name}: {day}', bye: 'Bye' },
};
const eo = (settings: object, texts: object = {}) => ({
  ...ENGLISH,
  'eo/language.json': settings,
  'eo/app.json': texts,
});

it('counts a text that is still English as missing, unless it is complete or has no words', async () => {
  const texts = { hello: 'Hello {name}', days: '{days} tagoj', same: '{name}: {day}' };
  const partly = readLanguages(await makeRoot(eo({ name: 'Esperanto' }, texts))).languages[1];
  expect(partly).toMatchObject({ tag: 'eo', share: 50, missing: ['app.hello', 'app.bye'] });
  const complete = readLanguages(await makeRoot(eo({ name: 'Esperanto', complete: true }, texts))).languages[1];
  expect(complete).toMatchObject({ share: 75, missing: ['app.bye'] });
});

it.each([
  ['a setting of another name', eo({ name: 'Esperanto', week: 'monday' }), 'src/messages/eo/language.json has no week'],
  [
    'a day that is none',
    eo({ name: 'Esperanto', week_starts: 'mon' }),
    'src/messages/eo/language.json has no week_starts',
  ],
  ['a direction that is none', eo({ name: 'Esperanto', direction: 'up' }), 'has no direction'],
  ['formats that are no tag', eo({ name: 'Esperanto', formats: 'e_o' }), 'has no formats'],
  ['a language without a name', eo({}), 'src/messages/eo/language.json has no name'],
  [
    'a folder that is no tag',
    { ...ENGLISH, 'e_o/language.json': { name: 'E' } },
    'src/messages/e_o is not a language tag',
  ],
  ['a part that there is not', { ...ENGLISH, 'en/ap.json': {} }, 'src/messages/en/ap.json is not a part of a catalog'],
  ['a file that is no JSON', { ...ENGLISH, 'en/app.json': '{"a": }' }, 'src/messages/en/app.json cannot be read'],
])('refuses %s and names the file', async (_, files, said) => {
  const root = await makeRoot(files);
  expect(() => readLanguages(root)).toThrow(said);
});

it('names all unreadable messages in one error', async () => {
  const root = await makeRoot(eo({ name: 'Esperanto' }, { hello: 'Saluton {name', bye: '{' }));
  await expect(generateMessages(root)).rejects.toThrow(
    /eo: app\.hello cannot be read.*\n.*eo: app\.bye cannot be read/,
  );
});
