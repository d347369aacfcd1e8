import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** An error of which only the message is shown. */
export class SetupError extends Error {}

/** The command line of an installed package's program: run by Node itself, so that it works on Windows as well. */
export function tool(name, ...args) {
  const [packageName, program] = {
    biome: ['@biomejs/biome', 'biome'],
    depcruise: ['dependency-cruiser', 'depcruise'],
    playwright: ['@playwright/test', 'playwright'],
    tsc: ['typescript', 'tsc'],
  }[name] ?? [name, name];
  const home = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return [process.execPath, join(home, typeof bin === 'string' ? bin : bin[program]), ...args];
}

/**
 * Runs a command to its end, in the project's directory unless `cwd` is another. With `quiet` its output is kept and returned instead of
 * shown. SIGINT and SIGTERM are passed on. A command that cannot be started ends with code 127.
 */
export function run([file, ...args], { cwd = ROOT, env = {}, quiet = false, stdin = 'ignore', timeout_ms = 0 } = {}) {
  const shown = quiet ? 'pipe' : 'inherit';
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [stdin, shown, shown],
    timeout: timeout_ms,
    // On Windows npm and npx are batch files, which only a shell can start.
    shell: process.platform === 'win32' && !/[\\/]/.test(file),
  });
  let text = '';
  let signalled;
  const collect = (chunk) => {
    text += chunk;
  };
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  const pass = (signal) => {
    signalled = signal;
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((done) => {
    const end = (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      // The signal was meant for this script as well, so no further step follows.
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

/** A duration since `start` (of performance.now) in seconds, for people. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
