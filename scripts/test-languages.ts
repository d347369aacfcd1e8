import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { isObject, ROOT, run } from './processes.ts';
import { PARTS, SOURCE } from './read-messages.ts';

/** An incomplete language: six of seven texts, without the sentence of one error, are 85%. */
const PART_OF = { tag: 'eo', name: 'Esperanto', lacks_each: 7, lacks: 'wrong_credentials' };

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

/** Copies the tree without ignored files into a folder with a space in its path, and commits it there. */
function copyTree(folder: string): string {
  const copy = join(folder, 'the copy');
  for (const name of git(ROOT, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0')) {
    if (name === '') continue;
    mkdirSync(join(copy, name, '..'), { recursive: true });
    cpSync(join(ROOT, name), join(copy, name), { force: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  git(copy, 'commit', '--quiet', '--message', 'The tree');
  return copy;
}

const changeAll = (
  tree: Readonly<Record<string, unknown>>,
  change: (text: string) => string | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)];
      return [name, isObject(value) ? changeAll(value, change) : value];
    }),
  );

/** Writes the incomplete language: most English texts, in quotation marks. */
function writePartly(copy: string): void {
  const folder = join(copy, 'src/messages', PART_OF.tag);
  mkdirSync(folder);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, null, 2));
  write('language', { name: PART_OF.name });
  let at = 0;
  for (const part of PARTS) {
    const file = join(copy, 'src/messages', SOURCE, `${part}.json`);
    const english: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(english)) throw new Error(`${file} has no texts.`);
    const { [PART_OF.lacks]: lacking, ...others } = english;
    write(
      part,
      changeAll(part === 'errors' ? others : english, (text) => {
        at += 1;
        return at % PART_OF.lacks_each !== 0 ? `«${text}»` : undefined;
      }),
    );
  }
}

/** Walks through every screen in Arabic and an incomplete language, in a copy of the tree. Returns the exit code. */
export async function testLanguages(args: readonly string[]): Promise<number> {
  const browser = await findBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'emberkin languages '));
  const removeCopy = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeCopy);
  try {
    const copy = copyTree(folder);
    writePartly(copy);
    const walks = ['test', '--config', 'e2e/languages/playwright.config.ts', '--reporter=line', ...args];
    const steps = [
      ['scripts/setup.mjs', 'messages'],
      ['scripts/setup.mjs', 'build'],
      [join(copy, 'node_modules/@playwright/test/cli.js'), ...walks],
    ];
    const env = { CHROME_PATH: browser, E2E_PORT: process.env.E2E_PORT ?? '3198' };
    for (const step of steps) {
      const { code } = await run([process.execPath, ...step], { cwd: copy, env });
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    process.off('exit', removeCopy);
    removeCopy();
  }
}
