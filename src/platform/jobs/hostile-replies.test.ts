import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { forgotPassword } from '#contract/auth.ts';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { Text } from '#platform/db/columns.ts';
import { allValues } from '#platform/db/rows.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { startFakeSmtp } from '#server/testing/smtp-server.ts';
import { testApp } from '#server/testing/test-app.ts';

const SLOW = 120_000;
const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const t = await testApp({ mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.test>' }) });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = t.app.server.address() as AddressInfo;

/** Requests /health repeatedly until `work` is done. Returns the longest wait in milliseconds. */
async function measureHealth(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ending = work.finally(() => {
    isOver = true;
  });
  let worst = 0;
  while (!isOver) {
    const began = performance.now();
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    worst = Math.max(worst, performance.now() - began);
    await wait(10);
  }
  await ending;
  return worst;
}

describe('a mail server', () => {
  it.for<[string, string]>([
    ['letters', `5.7.1 ${'a'.repeat(100_000)}`],
    ['the starts of addresses', `5.7.1 ${'a@'.repeat(50_000)}`],
    ['control characters', `5.7.1 ${'\0'.repeat(100_000)}`],
  ])(
    'blocks no request with a refusal of 100,000 characters: %s',
    { timeout: SLOW },
    async ([, said], { annotate }) => {
      smtp.setMode('550');
      smtp.sayAtRefusal(said);
      await expectWithin(1000, async () => {
        const { email } = await buildUser(t);
        expect((await t.call(forgotPassword, { body: { email } })).statusCode).toBe(200);
        const worst = await measureHealth(t.queue.drain());
        await annotate(`the longest wait for /health was ${Math.round(worst)} ms`);
        const failed = await allValues(
          t.db,
          Text,
          "select error from jobs where state = 'failed' and error is not null",
        );
        expect(failed).toHaveLength(1);
        expect(failed[0]!.length).toBeLessThanOrEqual(1000);
        await t.db.rows('delete from jobs');
        return worst;
      });
    },
  );
});
