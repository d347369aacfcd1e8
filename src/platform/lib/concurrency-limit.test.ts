import { expect, it } from 'vitest';
import { makeConcurrencyLimit, Overloaded } from './concurrency-limit.ts';

it('a concurrency limit runs two tasks, queues one and rejects the next', async () => {
  const limited = makeConcurrencyLimit(2, 1);
  let running = 0;
  let most = 0;
  const unfinished: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => unfinished.push(resolve));
    running--;
  };
  const three = [limited(work), limited(work), limited(work)];
  await expect(limited(work)).rejects.toBeInstanceOf(Overloaded);
  for (const finish of unfinished.splice(0)) finish();
  await Promise.all(three.slice(0, 2));
  await expect.poll(() => unfinished.length).toBe(1);
  unfinished[0]!();
  await Promise.all(three);
  expect(most).toBe(2);
  await expect(limited(async () => 'free again')).resolves.toBe('free again');
});
