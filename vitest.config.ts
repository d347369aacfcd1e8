import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts', 'scripts/*.test.ts'],
    globalSetup: ['src/server/testing/global-setup.ts'],
    setupFiles: [
      'src/server/testing/quiet-console.ts',
      'src/server/testing/property-seed.ts',
      'src/web/testing/english.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
