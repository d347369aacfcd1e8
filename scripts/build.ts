import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { type Command, isObject, ROOT, run, SetupError, since, tool } from './processes.ts';

const SHARED = [
  'src/contract',
  'src/domain',
  'src/messages',
  'src/platform',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

type StepName = 'web' | 'server';

interface Step {
  readonly inputs: readonly string[];
  readonly output: string;
  readonly commands: () => readonly Command[];
}

const STEPS: Readonly<Record<StepName, Step>> = {
  web: {
    inputs: [
      ...SHARED,
      'src/web',
      'docs/api',
      'docs/help.md',
      'public',
      'index.html',
      'vite.config.ts',
      'vite.sw.config.ts',
      'tsconfig.web.json',
      'tsconfig.sw.json',
      'scripts/prerender.ts',
      'scripts/compress.ts',
    ],
    output: 'dist/web/index.html',
    commands: () => [
      tool('vite', 'build', '--logLevel', 'warn'),
      tool('vite', 'build', '--ssr', 'src/web/prerender.tsx', '--outDir', 'dist/prerender', '--logLevel', 'warn'),
      [process.execPath, 'scripts/prerender.ts'],
      tool('vite', 'build', '-c', 'vite.sw.config.ts', '--logLevel', 'warn'),
      [process.execPath, 'scripts/compress.ts'],
    ],
  },
  server: {
    inputs: [...SHARED, 'src/server', 'tools', 'vite.server.config.ts', 'tsconfig.server.json'],
    output: 'dist/server/main.js',
    commands: () => [tool('vite', 'build', '-c', 'vite.server.config.ts', '--logLevel', 'warn')],
  },
};

/** Builds the stale ones of the named steps concurrently. Throws with the output of a failed build. */
export async function build(...names: readonly StepName[]): Promise<void> {
  if (names.every((name) => isFresh(name))) return;
  await withLock('build', async () => {
    const stale = names.filter((name) => !isFresh(name));
    // Await all before throwing, so that no build continues in the background.
    const ends = await Promise.allSettled(stale.map((name) => buildStep(name)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  });
}

async function buildStep(name: StepName): Promise<void> {
  const start = performance.now();
  const { commands, inputs } = STEPS[name];
  console.log(`Building the ${name} ...`);
  rmSync(stampOf(name), { force: true });
  // Taken before the build, so that a file that changes during the build triggers the next one.
  const files = listFiles(inputs);
  const stamp = { glance: glanceOf(files), content: contentOf(files) };
  for (const command of commands()) {
    const { code, text } = await run(command, { quiet: true, env: { NODE_ENV: 'production' } });
    if (code !== 0) throw new SetupError(`The build of the ${name} failed:\n${text.trim()}`);
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(stampOf(name), JSON.stringify(stamp));
  console.log(`The ${name} is built (${since(start)}).`);
}

const stampOf = (name: StepName) => join(ROOT, `dist/.stamp-${name}`);

/** Times and sizes usually prove that nothing changed. The files are read only if these differ. */
function isFresh(name: StepName): boolean {
  const { inputs, output } = STEPS[name];
  if (!existsSync(join(ROOT, output)) || !existsSync(stampOf(name))) return false;
  const stamp: unknown = JSON.parse(readFileSync(stampOf(name), 'utf8'));
  if (!isObject(stamp)) return false;
  const files = listFiles(inputs);
  const glance = glanceOf(files);
  if (stamp.glance === glance) return true;
  if (stamp.content !== contentOf(files)) return false;
  writeFileSync(stampOf(name), JSON.stringify({ ...stamp, glance }));
  return true;
}

interface InputFile {
  readonly path: string;
  readonly info: Stats;
}

/** Lists the files of the inputs in a fixed order, without tests, which are not built. */
function listFiles(inputs: readonly string[]): InputFile[] {
  const files: InputFile[] = [];
  const visit = (path: string) => {
    const info = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (info?.isDirectory()) for (const name of readdirSync(join(ROOT, path)).sort()) visit(`${path}/${name}`);
    else if (info && !/\.test\.tsx?$/.test(path)) files.push({ path, info });
  };
  for (const input of inputs) visit(input);
  return files;
}

const glanceOf = (files: readonly InputFile[]) =>
  hash((add) => {
    for (const { path, info } of files) add(`${path} ${info.mtimeMs} ${info.size}\n`);
  });

const contentOf = (files: readonly InputFile[]) =>
  hash((add) => {
    for (const { path } of files) {
      add(`${path}\n`);
      add(readFileSync(join(ROOT, path)));
    }
  });

function hash(feed: (add: (chunk: string | Buffer) => void) => void): string {
  const sum = createHash('sha256');
  feed((chunk) => void sum.update(chunk));
  return sum.digest('hex');
}
