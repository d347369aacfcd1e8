import { defineConfig } from 'vitest/config';

/** These files replace or reload modules, count what their process has done, or import modules that hold state. */
const ALONE = [
  'src/platform/images/process.test.ts',
  'src/platform/http/figures.test.ts',
  'src/platform/http/uploads.test.ts',
  'tools/days-standard/mutants.test.ts',
  'src/web/features/checkins/submit-checkin.test.ts',
  'src/web/features/members/nudge-button.test.tsx',
  'src/web/worker-language.test.ts',
  'src/web/{app,data}/**/*.test.{ts,tsx}',
  'src/platform/web/{lib,live,outbox}/**/*.test.{ts,tsx}',
];

const COMMON = {
  setupFiles: [
    'src/server/testing/quiet-console.ts',
    'src/server/testing/product-names.ts',
    'src/server/testing/refuse-row-faults.ts',
    'src/server/testing/property-seed.ts',
    'src/web/testing/english.ts',
  ],
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // A busy machine needs more than the second that Vitest waits by default.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['src/server/testing/global-setup.ts'],
    pool: 'forks',
    // Three workers take 8 to 13 % less time. But on a slow machine, tests of hanging servers then miss their timeouts.
    maxWorkers: 2,
    projects: [
      // The files of a worker share the modules that they load (CONTRIBUTING.md, "Tests").
      {
        test: {
          ...COMMON,
          name: 'shared',
          isolate: false,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
        },
      },
      { test: { ...COMMON, name: 'alone', include: ALONE } },
    ],
  },
});
