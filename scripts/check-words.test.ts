import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const table = (heading: string, ...rows: string[]) =>
  `${heading}\n\n| a | b | c |\n| --- | --- | --- |\n${rows.join('\n')}\n`;

/** A glossary with some words on screens, and nothing else. */
const GLOSSARY = [
  ...["## The product's terms", "## The code's terms", '## Verbs'].map((heading) => table(heading)),
  table(
    '## Words on screens',
    '| undo | `take back`, `taken back` |',
    '| canceled; but `Installation cancelled` | `cancelled` |',
  ),
  table('## Folders'),
  table('## Exceptions'),
].join('\n');

/** Returns what the check says about English texts and one file of the code. */
async function checkWords(texts: Record<string, string>, code = '') {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-names-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const files = {
    'docs/glossary.md': GLOSSARY,
    'src/web/screen.tsx': code,
    'src/messages/en/app.json': JSON.stringify(texts, null, 2),
    'src/messages/en/patches.json': '{\n  "door": "cancelled"\n}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const script = join(import.meta.dirname, 'check-names.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return (stdout + stderr).split('\n').filter(Boolean);
}

const says = (name: string, line: number, word: string) =>
  `${name}:${line} a text says "${word}": docs/glossary.md#words-on-screens has another word`;

describe('words on screens', () => {
  it('refuses a word of the last column in a text of the catalogue and of the code', async () => {
    expect(await checkWords({ undo: 'Take back this' }, "export const label = 'It was taken back.';")).toEqual([
      says('src/messages/en/app.json', 2, 'Take back'),
      says('src/web/screen.tsx', 1, 'taken back'),
      '2 problems.',
    ]);
  });

  it('accepts a text in code font in the first column, and refuses its word elsewhere', async () => {
    expect(await checkWords({ a: 'Installation cancelled', b: 'Break cancelled' })).toEqual([
      says('src/messages/en/app.json', 3, 'cancelled'),
      '1 problem.',
    ]);
  });

  it('leaves the words of titles and names on the wire alone', async () => {
    const code = "export const field = 'take_back';";
    expect(await checkWords({ a: 'Undo' }, code)).toEqual([
      '1 files: their names, folders and identifiers follow the glossary.',
    ]);
  });
});
