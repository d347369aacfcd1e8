import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** Starts a program of `src/server` as `npm run` does; `said` is what it has printed so far. */
export function startProgram(
  program: 'main' | 'backup' | 'restore' | 'sweep' | 'doctor',
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; said: { text: string } } {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, `src/server/${program}.ts`), ...args], {
    cwd: ROOT,
    // What the environment of the tests may have; BASE_URL is Vitest's own.
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', SMTP_URL: '', ALLOW_ROOT: '', BASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  return { child, said };
}
