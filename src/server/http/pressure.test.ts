import fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { refuseUnderPressure } from './pressure.ts';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function givenApp(start_ms?: number) {
  const app = fastify();
  handleErrors(app);
  await refuseUnderPressure(app, start_ms);
  app.get('/', async () => 'here');
  await app.ready();
  return app;
}

test('a start that keeps the loop busy refuses nobody', async () => {
  const app = await givenApp();
  block(1100);
  await turn(1);
  await expect.poll(() => app.memoryUsage().eventLoopDelay).toBe(Number.POSITIVE_INFINITY);
  expect((await app.inject('/')).statusCode).toBe(200);
  await app.close();
});

test('a loop that stays behind is a 503 that says when to come back', async () => {
  const app = await givenApp(0);
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
