import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The walks of `npm run test:languages`, which need languages that only the copy made by it has. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.walk.ts',
  globalTeardown: '../teardown.ts',
  timeout: 1_200_000,
  webServer: { ...(journeys.webServer as PlaywrightTestConfig['webServer'] & object), cwd: ROOT },
} as PlaywrightTestConfig);
