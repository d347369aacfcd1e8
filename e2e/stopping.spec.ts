import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findPort } from '#server/testing/find-port.ts';
import { makeDataDir } from './shifted-server.ts';

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`npm start leaves nothing running after a ${signal}, and starts again on its port and data`, async () => {
    const [port, dir] = [await findPort(), makeDataDir()];
    const url = `http://localhost:${port}`;
    const env = { ...process.env, PORT: String(port), DATA_DIR: dir, LOG_LEVEL: 'error' };
    const answer = () =>
      fetch(`${url}/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    for (let starts = 0; starts < 2; starts++) {
      const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const ended = once(npm, 'exit');
      await expect.poll(answer, { timeout: 40_000 }).toBe(200);
      const database = Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      expect(isRunning(database)).toBe(true);
      npm.kill(signal);
      await ended;
      await expect.poll(() => isRunning(database), { timeout: 15_000 }).toBe(false);
      await expect.poll(answer, { timeout: 15_000 }).toBe(0);
    }
    await rm(dir, { recursive: true, force: true });
  });
