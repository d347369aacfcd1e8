import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import { defineJob } from '#platform/jobs/job.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/smtp-server.ts';
import { testDatabase } from '#server/testing/test-app.ts';
import { countTries, type TestQueue, testQueue } from '../testing/test-queue.ts';

let smtp: FakeSmtp;
let mail: ReturnType<typeof smtpMail>;
let db: TestQueue['db'];
let queue: Queue;
let close: TestQueue['close'];
const sayHello = defineJob({
  name: 'say-hello',
  schema: z.object({ to: z.string() }),
  retry: { tries: 12 },
  handle: ({ to }, context) =>
    context.mail.send({
      to,
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      message_id: `<${context.job_id}@emberkin>`,
    }),
});
const hello = (to: string) => db.transact((tx) => tx.enqueue(sayHello, { to }));
const mailsTo = (to: string) => smtp.mails.filter((one) => one.recipients.includes(to));

beforeAll(async () => {
  smtp = await startFakeSmtp();
  mail = smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: 2000 });
  const ground = testQueue({ url: await testDatabase(), jobs: [sayHello], mail });
  ({ db, close } = ground);
  queue = await ground.open();
});
afterAll(async () => {
  await close();
  await mail.close();
  await smtp.close();
});

it('one email arrives after the mail server was busy, silent and down', async () => {
  await hello('ana@example.com');
  for (const mode of ['451', 'silent'] as const) {
    smtp.setMode(mode);
    await db.rows(`update jobs set run_at = now() - interval '1 second' where name = 'say-hello'`);
    await queue.drain();
  }
  await smtp.down();
  await db.rows(`update jobs set run_at = now() - interval '1 second' where name = 'say-hello'`);
  await queue.drain();
  expect(mailsTo('ana@example.com')).toHaveLength(0);
  expect(countTries(queue)).toEqual({ done: 0, failed: 3, dead: 0 });

  smtp.setMode('ok');
  await smtp.up();
  await queue.drain({ ignore_delays: true });
  await queue.drain({ ignore_delays: true });
  const [job] = await db.rows(z.object({ id: Id }), `select id from jobs where name = 'say-hello'`);
  expect(mailsTo('ana@example.com').map((one) => one.messageId)).toEqual([`<${job!.id}@emberkin>`]);
});

it('an email to an address that the server rejects is not retried', async () => {
  smtp.setMode('550');
  const before = countTries(queue);
  await hello('gone@example.com');
  await queue.drain({ ignore_delays: true });
  expect(countTries(queue)).toEqual({ ...before, dead: before.dead + 1 });
  smtp.setMode('ok');
  await queue.drain({ ignore_delays: true });
  expect(mailsTo('gone@example.com')).toHaveLength(0);
});
