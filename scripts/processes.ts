import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** An error whose message is enough for the user. */
export class SetupError extends Error {}

export type Command = readonly [program: string, ...args: string[]];

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly quiet?: boolean;
  readonly stdin?: 'ignore' | 'inherit';
  readonly timeout_ms?: number;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Packages whose program has another name, by program. */
const PACKAGES: Readonly<Record<string, string>> = {
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  playwright: '@playwright/test',
  remark: 'remark-cli',
  tsc: 'typescript',
};

/** Returns the command line of an installed package's program. Node runs it directly, so it works on Windows too. */
export function tool(name: string, ...args: readonly string[]): Command {
  const home = join(ROOT, 'node_modules', PACKAGES[name] ?? name);
  const manifest: unknown = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const bin = isObject(manifest) ? manifest.bin : undefined;
  const program = isObject(bin) ? bin[name] : bin;
  if (typeof program !== 'string') throw new Error(`${home} has no program ${name}.`);
  return [process.execPath, join(home, program), ...args];
}

/**
 * Runs a command to its end, by default in the project's folder. `quiet` collects and returns its output instead of
 * showing it. Passes SIGINT and SIGTERM on. A command that cannot start returns code 127.
 */
export function run(
  [file, ...args]: Command,
  { cwd = ROOT, env = {}, quiet = false, stdin = 'ignore', timeout_ms = 0 }: RunOptions = {},
): Promise<{ code: number; text: string }> {
  const shown = quiet ? 'pipe' : 'inherit';
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [stdin, shown, shown],
    timeout: timeout_ms,
    // On Windows, npm and npx are batch files, which need a shell.
    shell: process.platform === 'win32' && !/[\\/]/.test(file),
  });
  let text = '';
  let signalled: NodeJS.Signals | undefined;
  const collect = (chunk: string) => {
    text += chunk;
  };
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  const pass = (signal: NodeJS.Signals) => {
    signalled = signal;
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((done) => {
    const end = (code: number) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      // The signal was meant for this script too, so no other step follows.
      if (signalled) process.exit(signalled === 'SIGINT' ? 130 : 143);
      done({ code, text });
    };
    child.on('error', (error) => {
      text += error.message;
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Formats the seconds since `start` (of performance.now). */
export const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
