import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const PORT = Number(process.env.E2E_PORT ?? 3199);

/** One data folder for the run. The variable tells the workers where to read emails. */
if (!process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = mkdtempSync(join(tmpdir(), 'emberkin-e2e-'));
  chmodSync(process.env.E2E_DATA_DIR, 0o755);
}

/**
 * The zone of the journeys' browsers and users. In Kuala Lumpur, a day ends at 16:00 UTC, so runs that start in the two
 * hours before use UTC.
 */
process.env.E2E_ZONE ??= [14, 15].includes(new Date().getUTCHours()) ? 'UTC' : 'Asia/Kuala_Lumpur';

/** The operator of the server under test. Journeys read the name and the password from the environment. */
const OPERATOR = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'of the fire' };
Object.assign(process.env, OPERATOR);

/** Chromium's headless shell if it is installed: it takes a third less processor time. */
const executablePath = process.env.CHROME_SHELL_PATH || process.env.CHROME_PATH;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // One more than the two cores on which we measure, because a journey waits a fifth of its time for pages, emails and
  // clocks.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  globalTeardown: './e2e/teardown.ts',
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Otherwise each step would wait for animations. The files about motion and the longest journeys turn them on
    // (WITH_MOTION).
    contextOptions: { reducedMotion: 'reduce' },
    // Blocked for journeys about other things, because those see the requests themselves.
    serviceWorkers: 'block',
    timezoneId: process.env.E2E_ZONE,
    // A trace of each journey would take a tenth of its processor time. `npm test -- e2e --trace on` creates traces.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  webServer: {
    // The production build and the payments sandbox, as `npm start` runs them.
    command: 'node scripts/setup.mjs start',
    url: `http://localhost:${PORT}/ready`,
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.E2E_DATA_DIR,
      MAIL_FROM: 'Emberkin <fire@emberkin.example>',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // The journeys run the receivers of webhooks.
      WEBHOOK_ALLOW: '127.0.0.1',
      ...OPERATOR,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    // Show its errors, because a server that dies during the run explains it in its log.
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  },
});
