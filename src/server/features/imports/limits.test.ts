import { expect, it } from 'vitest';
import { sendImport } from '../../testing/factories/imports.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp({ rate_limits: true });

it('takes ten files an hour from a user, readable or not', async () => {
  const ana = await buildUser(t);
  const ben = await buildUser(t);
  const send = async (user: typeof ana) => (await sendImport(t, user, '{}')).statusCode;
  for (let i = 0; i < 10; i += 1) expect(await send(ana)).toBe(415);
  expect(await send(ana)).toBe(429);
  expect(await send(ben)).toBe(415);
});
