import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const OTHER = 'https://other.example/help';

/** A first page in order, and what belongs to it. */
const README = `# Product

One sentence.

\`\`\`
npm start
\`\`\`

\`\`\`sh
npm test
\`\`\`

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="docs/images/home-dark.png">
  <img src="docs/images/home-light.png" alt="Home">
</picture>

## Instead of

[Another](${OTHER}) counts steps. Its page was read on 2026-11-26.

## Facts

On 2026-11-26, with two cores.

| fact | value | command |
| --- | --- | --- |
| memory | 100 MB | \`npm run bench -- start\` |
`;

const TREE: Record<string, string> = {
  'package.json': '{ "scripts": { "start": "", "test": "", "bench": "" } }',
  'README.md': README,
  'docs/images/home-light.png': 'light',
  'docs/images/home-dark.png': 'dark',
  'docs/quality.md': `# Quality

## What is tested

On 2026-11-26.

| what | figures | command |
| --- | --- | --- |
| all of it | 3 tests | \`npm test\` |

## What we say about others

- "Counts steps": [Another](${OTHER}), 2026-11-26
`,
  'docs/decisions/README.md': '| number | title |\n',
};

/** What the check says of the tree with some texts replaced; null takes a file away. */
async function checkWith(changes: Record<string, string | null>): Promise<{ code: number | null; said: string }> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-documents-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries({ ...TREE, ...changes })) {
    if (text === null) continue;
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const script = join(import.meta.dirname, 'check-documents.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

const readme = (from: string, to: string) => ({ 'README.md': README.replace(from, to) });
const quality = (from: string, to: string) => ({ 'docs/quality.md': TREE['docs/quality.md']!.replace(from, to) });

it('A first page in order passes.', async () => {
  expect(await checkWith({})).toEqual({
    code: 0,
    said: '3 files, 0 decisions: every reference resolves, and the first page keeps its rules.\n',
  });
});

it.each([
  ['a long first page', readme('One', 'One '.repeat(3000)), /README\.md:1 \d+ bytes: at most 9000/],
  ['another command first', readme('npm start', 'npm run bench'), 'README.md:1 code block 1 has to be "npm start"'],
  ['no second command', readme('npm test', 'npm test -- unit'), 'README.md:1 code block 2 has to be "npm test"'],
  [
    'a picture that is not there',
    { 'docs/images/home-dark.png': null },
    'README.md:14 there is no docs/images/home-dark.png: npm run pictures',
  ],
  [
    'a large picture',
    { 'docs/images/home-light.png': 'x'.repeat(200_001) },
    'docs/images/home-light.png:1 200001 bytes: at most 200000',
  ],
  ['a picture that nothing shows', { 'docs/images/old.png': 'old' }, 'docs/images/old.png:1 no page shows it'],
  ['a figure without a command', readme('`npm run bench -- start`', ''), '"memory" needs the command that shows it'],
  ['a command that is none', readme('npm run bench', 'npm run bank'), 'package.json has no script "bank"'],
  [
    'a command elsewhere',
    { 'docs/hosting.md': 'Then `npm run clean`.' },
    'docs/hosting.md:1 package.json has no script "clean"',
  ],
  ['no facts', readme('## Facts', '## Figures'), '"## Facts" needs a table'],
  ['figures of no day', readme('On 2026-11-26, with', 'With'), '"## Facts" needs the one day of its figures'],
  ['figures of two days', quality('3 tests', '3 tests (2026-01-01)'), 'needs the one day of its figures'],
  [
    'a test without a command',
    quality('`npm test`', 'by hand'),
    'docs/quality.md:3 "all of it" needs the command that shows it',
  ],
  ['words about others without a page', readme(`[Another](${OTHER})`, 'Another'), 'needs links to the pages of others'],
  ['a page that is not listed', quality(OTHER, `${OTHER}s`), `docs/quality.md does not say when ${OTHER} was read`],
  ['a page without a day', quality(', 2026-11-26', ''), `docs/quality.md does not say when ${OTHER} was read`],
  ['others without a day', readme('on 2026-11-26.', 'lately.'), 'needs the day on which the pages were read'],
  ['a superlative', readme('counts steps', 'only counts steps'), '"only" is not for us to say'],
])('It is noticed: %s.', async (_, changes, problem) => {
  const { code, said } = await checkWith(changes);
  // A text is looked for as it stands.
  expect(said).toMatch(problem);
  expect(code).toBe(1);
});
