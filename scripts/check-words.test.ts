import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const WORDS = [
  { find: 'somebody', say: 'someone', in: ['screens', 'comments', 'titles', 'docs'], level: 'refuse' },
  { find: 'takes? back', say: 'undo', in: ['screens'], level: 'refuse' },
  { find: '(?<!Installation )cancelled', say: 'canceled', in: ['screens'], level: 'refuse' },
  { find: 'at once', say: 'immediately', in: ['comments', 'docs'], level: 'count' },
  { find: 'join codes?', say: 'invitation code', in: ['names'], level: 'refuse', except: ['src/server/old.ts'] },
  { find: '^may', say: 'can', in: ['names'], level: 'refuse' },
];

async function checkTree(tree: Record<string, string>, list: object = {}): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'emberkin-words-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const words = JSON.stringify({ words: WORDS, clean: ['src/server', 'docs/clean.md'], pages: {}, ...list });
  for (const [name, content] of Object.entries({ 'scripts/words.json': words, ...tree })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const script = join(import.meta.dirname, 'check-words.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return (stdout + stderr).split('\n').filter(Boolean);
}

const passes = (texts: number, refused = 0, counted = 0) => [
  `${texts} texts follow words.json. To clean: ${refused} refused words. To decide: ${counted} words.`,
];

describe('words on screens', () => {
  it('are refused in the English catalog and in the code of the web', async () => {
    const tree = {
      'src/messages/en/app.json': '{\n  "undo": "Take back this"\n}',
      'src/web/screen.tsx': "export const label = 'Somebody';",
    };
    expect(await checkTree(tree)).toEqual([
      'src/messages/en/app.json:2 "Take back": write "undo"',
      'src/web/screen.tsx:1 "Somebody": write "someone"',
      '2 problems.',
    ]);
  });

  it('are accepted in a phrase that the pattern of the entry excludes', async () => {
    const tree = { 'src/messages/en/app.json': '{\n  "a": "Installation cancelled",\n  "b": "Break cancelled"\n}' };
    expect(await checkTree(tree)).toEqual(['src/messages/en/app.json:3 "cancelled": write "canceled"', '1 problem.']);
  });

  it('do not apply to API names or the words of patches', async () => {
    const tree = {
      'src/web/screen.tsx': "export const field = 'take_back';",
      'src/messages/en/patches.json': '{\n  "door": "cancelled"\n}',
    };
    expect(await checkTree(tree)).toEqual(passes(2));
  });
});

describe('words of a clean folder', () => {
  it.each([
    ['a line comment', '// One.\n// For somebody.\nexport const a = 1;', 2],
    ['a docstring over two lines', '/**\n * Tells\n * somebody.\n */\nexport const a = 1;', 3],
    ['a comment of SQL', 'export const a = `select 1\n  -- for somebody\n`;', 2],
  ])('are refused in %s', async (_, code, line) => {
    expect(await checkTree({ 'src/server/a.ts': code })).toEqual([
      `src/server/a.ts:${line} "somebody": write "someone"`,
      '1 problem.',
    ]);
  });

  it.each([
    ['it', "it('tells somebody', () => {});"],
    ['it.each', "it.each([1])('tells somebody', () => {});"],
    ['test.step', "test.step('tells somebody', () => {});"],
    ['describe with a template', 'describe(`tells somebody`, () => {});'],
  ])('are refused in the title of %s', async (_, code) => {
    expect(await checkTree({ 'src/server/a.test.ts': code })).toEqual([
      'src/server/a.test.ts:1 "somebody": write "someone"',
      '1 problem.',
    ]);
  });

  it('are refused in a page, also across a line end, but not in its code and links', async () => {
    const page = 'Tell `somebody`.\n\n```\nsomebody\n```\n\n[Link](somebody.md) for\nsomebody.\n';
    expect(await checkTree({ 'docs/clean.md': page })).toEqual([
      'docs/clean.md:8 "somebody": write "someone"',
      '1 problem.',
    ]);
  });

  it('are accepted in strings, in code spans and in other folders, which are counted', async () => {
    const tree = {
      'src/server/a.ts': "/** Reads `somebody`. */\nexport const a = 'somebody';",
      'src/web/b.ts': '/** Somebody at once. */\nexport const b = 1;',
      'docs/other.md': 'Somebody\nat\nonce.\n',
    };
    expect(await checkTree(tree)).toEqual(passes(5, 2, 2));
  });

  it('are counted if their level is count', async () => {
    expect(await checkTree({ 'docs/clean.md': 'It ends at once.\n' })).toEqual(passes(1, 0, 1));
  });
});

describe('words of names', () => {
  it('are refused in any folder, with an s and at the start only if the entry says so', async () => {
    const code =
      'export const joinCodes = 1;\nexport const JOIN_CODE = 2;\nexport const mayJoin = 3;\nexport const dismay = 4;';
    expect(await checkTree({ 'tools/a.ts': code })).toEqual([
      'tools/a.ts:1 joinCodes has "join codes" in it; say invitation code',
      'tools/a.ts:2 JOIN_CODE has "join code" in it; say invitation code',
      'tools/a.ts:3 mayJoin has "may" in it; say can',
      '3 problems.',
    ]);
  });

  it('are accepted in the files that an entry excepts', async () => {
    expect(await checkTree({ 'src/server/old.ts': 'export const join_code = 1;' })).toEqual(passes(1));
  });
});

describe('word budgets', () => {
  it('are refused for a longer page and for a page that does not exist', async () => {
    const pages = { 'docs/long.md': 2, 'docs/short.md': 2, 'docs/none.md': 2 };
    const tree = { 'docs/long.md': '# One two', 'docs/short.md': 'One two' };
    expect(await checkTree(tree, { pages })).toEqual([
      'docs/long.md:1 has 3 words, more than its 2',
      'docs/none.md:1 words.json has a budget for it, but no such page exists',
      '2 problems.',
    ]);
  });
});
