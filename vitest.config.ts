import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts', 'scripts/*.test.ts'];

/** What a test file does to its worker that the next file would notice, or that has to begin with fresh modules. */
const NEEDS_A_WORKER =
  /\bvi\.(?:mock|doMock|resetModules)\b|'node:(?:child_process|worker_threads)'|start-program|@isolated/;

/** The files with a worker of their own: the screens, whose modules hold state, and those that say so by what they use. */
const isolated = [
  'src/web/**/*.test.{ts,tsx}',
  ...['src/server', 'src/domain', 'src/contract', 'tools', 'scripts'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules/'))
      .filter((name) => NEEDS_A_WORKER.test(readFileSync(join(import.meta.dirname, name), 'utf8'))),
  ),
];

const shared = {
  setupFiles: ['src/server/testing/quiet-console.ts', 'src/server/testing/property-seed.ts'],
  testTimeout: 20_000,
  hookTimeout: 30_000,
};

export default defineConfig({
  test: {
    globalSetup: ['src/server/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'isolated', include: isolated } },
      {
        test: {
          ...shared,
          name: 'shared',
          include: TESTS,
          exclude: ['**/node_modules/**', ...isolated],
          // Modules are loaded once per worker. One whose heap grows beyond this leaks; its end fails the run.
          isolate: false,
          execArgv: ['--max-old-space-size=1536'],
        },
      },
    ],
  },
});
