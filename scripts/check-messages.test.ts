import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

type Texts = Record<string, string>;

async function checkTexts(texts: Record<string, Texts>, code: string | Record<string, string>, ...args: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-messages-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [tag, part] of Object.entries(texts)) {
    const folder = join(root, 'src/messages', tag);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'language.json'), JSON.stringify({ name: tag, complete: true }));
    await writeFile(join(folder, 'app.json'), JSON.stringify(part));
  }
  const files = typeof code === 'string' ? { 'src/screen.tsx': code } : code;
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const script = join(import.meta.dirname, 'check-messages.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root, ...args], { encoding: 'utf8' });
  return { code: status, said: (stdout + stderr).split('\n').filter(Boolean) };
}

const USED = "t('app.days', { count }); t('app.hello', { name });";
const DAYS = '{count, plural, one {# day} other {# days}}';
const ENGLISH = { days: DAYS, hello: 'Hello {name}' };

it('accepts equal arguments, the plural forms of a language, and a number without a plural', async () => {
  const { code, said } = await checkTexts({ en: ENGLISH, ms: { days: '{count} hari', hello: 'Helo {name}' } }, USED);
  expect({ code, said }).toEqual({ code: 0, said: ['2 texts in 2 languages.'] });
});

it.each([
  ['a plural without the forms of its language', { days: DAYS }, 'app.days has the plural forms one other, not other'],
  ['an argument that is misnamed', { hello: 'Helo {nama}' }, 'app.hello lacks {name} of English'],
  ['an argument that English lacks', { hello: 'Helo {name} {n}' }, 'app.hello has {n}, which English lacks'],
  ['a tag in place of an argument', { hello: '<name>Helo</name>' }, 'app.hello uses {name} differently from English'],
  ['a key that English lacks', { bye: 'Selamat jalan' }, 'app.bye is no key of English'],
  ['a text that cannot be read', { hello: 'Helo {name' }, 'app.hello cannot be read: EXPECT_ARGUMENT_CLOSING_BRACE'],
  ['three dots', { hello: 'Helo {name}...' }, 'app.hello has three dots instead of …'],
])('reports %s', async (_, malay, said) => {
  const texts = { en: ENGLISH, ms: { days: '{count} hari', hello: 'Helo {name}', ...malay } };
  const answer = await checkTexts(texts as Record<string, Texts>, USED);
  expect(answer.code).toBe(1);
  expect(answer.said.join('\n')).toContain(said);
});

it('reports ASCII signs after Chinese and Arabic letters, and embedding characters', async () => {
  const { said } = await checkTexts(
    { en: { hello: 'Hello' }, 'zh-Hans': { hello: '你好,' }, ar: { hello: 'أهلًا؟\u202A ليلى?' } },
    "t('app.hello')",
  );
  expect(said).toEqual([
    'src/messages/ar/app.json:1 app.hello has ASCII punctuation after an Arabic letter',
    'src/messages/ar/app.json:1 app.hello has an embedding character: the translator encloses what needs it',
    'src/messages/zh-Hans/app.json:1 app.hello has ASCII punctuation after a Chinese character',
    '3 problems.',
  ]);
});

it('refuses the old words of the list of terms only in their language', async () => {
  const page = '## Old words\n\n| language | words |\n| --- | --- |\n| `ms`, `id` | `catat`, `hari rehat` |\n';
  const { said } = await checkTexts(
    { en: { hello: 'Hello' }, ms: { hello: 'Sudah MENCATAT' }, id: { hello: 'Hari rehat' }, eo: { hello: 'catat' } },
    { 'src/screen.tsx': "t('app.hello')", 'src/messages/README.md': page },
  );
  expect(said).toEqual([
    'src/messages/id/app.json:1 app.hello says "hari rehat": src/messages/README.md has another word',
    'src/messages/ms/app.json:1 app.hello says "catat": src/messages/README.md has another word',
    '2 problems.',
  ]);
});

it.each([
  ['a number before a noun', '{done} of {total} days'],
  ['an adjective between them', 'In {total} long days'],
  ['a tag around the number', '<b>{total}</b> days'],
  ['a number beside a plural', '{done, plural, one {# {total}} other {# {total}}} and {total} days'],
])('refuses %s in the plural that English does not count', async (_, text) => {
  const texts = { en: { ...ENGLISH, other: text } };
  const { said } = await checkTexts(texts, `${USED} t('app.other')`);
  expect(said[0]).toContain('app.other has {total} before a noun in the plural');
});

it('accepts a noun in a plural, a hyphen, and a noun that English never counts', async () => {
  const texts = {
    en: { ...ENGLISH, a: '{done} of {total, plural, one {# day} other {# days}}', b: '{n}-days', c: '{n} sees' },
  };
  const { said } = await checkTexts(texts, `${USED} t('app.a'); t('app.b'); t('app.c');`);
  expect(said).toEqual(['5 texts in 1 languages.']);
});

it('reports an unused text', async () => {
  const { code, said } = await checkTexts({ en: ENGLISH }, "t('app.days', { count })");
  expect({ code, said }).toEqual({
    code: 1,
    said: ['src/messages/en/app.json:1 app.hello is used nowhere', '1 problem.'],
  });
});

it('accepts a text whose key is built from a name, and reports its unused neighbor', async () => {
  const room = { first: { name: 'First', note: 'Note' }, second: { name: 'Second' } };
  const { said } = await checkTexts({ en: { room } as unknown as Texts }, `t(\`app.room.\${id}.name\`)`);
  expect(said).toEqual(['src/messages/en/app.json:1 app.room.first.note is used nowhere', '1 problem.']);
});

it('rejects a copy of the English texts as complete', async () => {
  const hello = Object.fromEntries(Array.from('abcdefghij', (name) => [name, `Hello ${name} {name}`]));
  const used = Object.keys(hello).map((name) => `t('app.${name}', { name })`);
  const { code, said } = await checkTexts({ en: hello, eo: { ...hello, a: 'Saluton {name}' } }, used.join(';'));
  expect({ code, said }).toEqual({
    code: 1,
    said: ['src/messages/eo/language.json:1 complete, but 9 of 10 texts are English', '1 problem.'],
  });
});

it('lists a missing text, and refuses it for a release', async () => {
  const texts = { en: ENGLISH, ms: { hello: 'Helo {name}' } };
  expect(await checkTexts(texts, USED)).toEqual({
    code: 0,
    said: [`ms lacks app.days: ${DAYS}`, '2 texts in 2 languages.'],
  });
  expect(await checkTexts(texts, USED, '--complete')).toEqual({
    code: 1,
    said: ['src/messages/ms/app.json:1 app.days is missing', '1 problem.'],
  });
});

it('reports a sentence in the code of emails and push messages, but not in other server code', async () => {
  const { said } = await checkTexts(
    { en: ENGLISH },
    {
      'src/server/features/digest/mails.ts': `${USED}\nexport const mail = (name) => \`<p class="dear you">Dear friend \${name}</p>\`;`,
      'src/server/features/notifications/push/jobs.ts': "export const body = 'Somebody was in today';",
      'src/server/features/digest/queries.ts': "export const sql = 'select from users';",
    },
  );
  expect(said).toEqual([
    'src/server/features/digest/mails.ts:2 \'<p class="dear you">Dear friend \' is in no catalog',
    "src/server/features/notifications/push/jobs.ts:1 'Somebody was in today' is in no catalog",
    '2 problems.',
  ]);
});

it("reports a sentence in a schema's refusal, but not in the contract's document", async () => {
  const contract = `${USED}
export const Switch = z.object({ is_on: described(z.optional(z.boolean('Say yes or no')), 'Whether it is on.') });
export const Word = z.string(problem('problems.word')).check(z.refine(isFine, { error: 'Please try again' }));
export const Answer = z.enum(['Reaction added', 'Reaction removed']);`;
  const { said } = await checkTexts({ en: ENGLISH }, { 'src/contract/things.ts': contract });
  expect(said).toEqual([
    "src/contract/things.ts:2 'Say yes or no' is in no catalog",
    "src/contract/things.ts:3 'Please try again' is in no catalog",
    '2 problems.',
  ]);
});
