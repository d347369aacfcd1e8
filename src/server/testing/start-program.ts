import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '#platform/start/root.ts';
import { build } from '../../../scripts/build.ts';

const ALL_PIPED: StdioOptions = ['ignore', 'pipe', 'pipe'];

interface ProgramOptions {
  /** Modules to load before the program. */
  readonly imports?: readonly string[];
  readonly stdio?: StdioOptions;
  /** The maximum number of open files. */
  readonly file_limit?: number;
}

/** The build of the server, which all programs of this process share. */
let built: Promise<void> | undefined;

/**
 * Starts a built program of the server as `npm run` does. Builds it first if the source has changed, because compiling
 * in each start would take 1.4 s of processor time. `said` is the program's output so far.
 */
export async function startProgram(
  program: 'main' | 'backup' | 'restore' | 'sweep' | 'doctor',
  args: readonly string[],
  env: Record<string, string>,
  { imports = [], stdio = ALL_PIPED, file_limit }: ProgramOptions = {},
): Promise<{ child: ChildProcess; said: { text: string } }> {
  built ??= build('server');
  await built;
  const loaded = imports.flatMap((name) => ['--import', name]);
  const command = [process.execPath, ...loaded, join(ROOT, `dist/server/${program}.js`), ...args];
  const limited = file_limit === undefined ? [] : ['sh', '-c', `ulimit -n ${file_limit} && exec "$0" "$@"`];
  const [file, ...rest] = [...limited, ...command];
  const child = spawn(file!, rest, {
    cwd: ROOT,
    // Overrides variables that the test environment might contain. BASE_URL belongs to Vitest.
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', SMTP_URL: '', ALLOW_ROOT: '', BASE_URL: '', ...env },
    stdio,
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  return { child, said };
}
