import fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { refuseUnderPressure } from './pressure.ts';
import { rateLimits } from './rate-limits.ts';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function buildApp(start_ms?: number) {
  const app = fastify();
  handleErrors(app);
  // The general limits are counted in the process.
  const limits = rateLimits({ pool: new pg.Pool({ max: 0 }), hash: (key) => key, onReached: () => undefined });
  await refuseUnderPressure(app, limits, start_ms);
  app.get('/', async () => 'here');
  await app.ready();
  return app;
}

test('A start that keeps the event loop busy refuses nobody.', async () => {
  const app = await buildApp();
  block(1100);
  await turn(1);
  await expect.poll(() => app.memoryUsage().eventLoopDelay).toBe(Number.POSITIVE_INFINITY);
  expect((await app.inject('/')).statusCode).toBe(200);
  await app.close();
});

test('An event loop that stays behind answers 503 with Retry-After.', async () => {
  const app = await buildApp(0);
  const answers = [];
  for (let i = 0; i < 3; i++) {
    block(1700);
    await turn(1);
    answers.push(await app.inject('/'));
  }
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.json()).toMatchObject({ code: 'overloaded' });
  expect(refused?.headers['retry-after']).toBe('10');
  await app.close();
});

test('Requests that are refused so count for their address, and after sixty of them it is told to wait.', async () => {
  const app = await buildApp(0);
  const from = async (remoteAddress: string) => (await app.inject({ url: '/', remoteAddress })).statusCode;
  while ((await from('203.0.113.1')) !== 503) {
    block(1700);
    await turn(1);
  }
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) statuses.push(await from('203.0.113.2'));
  expect(statuses).toEqual([...Array<number>(60).fill(503), 429]);
  expect(await from('203.0.113.3')).toBe(503);
  await app.close();
});
