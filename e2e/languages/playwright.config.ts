import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The walks of `npm run test:languages`. They need a language that only its copy of the tree has. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.walk.ts',
  globalTeardown: '../teardown.ts',
  timeout: 1_200_000,
  webServer: { ...(journeys.webServer as PlaywrightTestConfig['webServer'] & object), cwd: ROOT },
} as PlaywrightTestConfig);
