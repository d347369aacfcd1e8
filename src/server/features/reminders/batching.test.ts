import { expect, it } from 'vitest';
import { startQueue } from '#platform/jobs/queue.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { jobsFor } from '../../app/jobs.ts';
import { noMedia } from '../../testing/no-media.ts';
import { noPush } from '../../testing/no-push.ts';
import { asOwner, testApp } from '../../testing/test-app.ts';

const PEOPLE = 10_000;
const sent = [new Map<string, number>(), new Map<string, number>()];
const recordMails = (instance: number) => ({
  send: async ({ to }: MailMessage) => void sent[instance]!.set(to, (sent[instance]!.get(to) ?? 0) + 1),
  close: async () => undefined,
});

it('sends ten thousand reminders of one minute once each, by two instances on one database', async () => {
  const t = await testApp({ mail: recordMails(0) });
  await t.db.rows(
    `insert into users (id, name, email, password_hash, timezone, created_at)
     select gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.com', 'x', 'UTC', $1
     from generate_series(1, ${PEOPLE}) n`,
    [t.clock.now()],
  );
  await t.db.rows(
    `with made as (
       insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id,
         created_at)
       select gen_random_uuid(), 'Swim', '', 'Swim', 30, '2026-11-01', 'UTC', '2026-11-01', '2026-12-01', id, $1 from users
       returning id, owner_id
     ), joined as (
       insert into members (mission_id, user_id, joined_at, joined_day) select id, owner_id, $1, '2026-11-01' from made
     )
     insert into reminders (mission_id, user_id, hour, channel, is_on) select id, owner_id, 20, 'email', true from made`,
    [t.clock.now()],
  );
  await asOwner(t, 'analyze');
  const { db, clock, config, log, signatures, encryption, webhook_http, direct_url } = t.deps;
  const context = {
    db,
    clock,
    config,
    direct_url,
    signatures,
    encryption,
    webhook_http,
    mail: recordMails(1),
    push: noPush,
    payments: null,
    live: { hint: () => undefined },
    ...noMedia(),
    log,
  };
  const other = startQueue({ db, jobs: jobsFor(config), context });
  t.clock.set('2026-11-21T20:00:00Z');
  const began = performance.now();
  const total = () => sent[0]!.size + sent[1]!.size;
  const work = async (queue: typeof other) => {
    await queue.tick();
    while (total() < PEOPLE) await queue.drain();
  };
  await Promise.all([work(t.queue), work(other)]);
  process.stdout.write(`${PEOPLE} reminders took ${Math.round(performance.now() - began)} ms\n`);
  // A minute later nothing is left to send.
  t.clock.advance(MINUTE_MS);
  for (const queue of [t.queue, other]) await queue.tick();
  for (const queue of [t.queue, other]) await queue.drain();
  await other.rest();

  const counts = [...sent[0]!, ...sent[1]!];
  expect(counts).toHaveLength(PEOPLE);
  expect(new Set(counts.map(([address]) => address)).size).toBe(PEOPLE);
  expect(counts.every(([, times]) => times === 1)).toBe(true);
  // Both instances sent some of them.
  expect(Math.min(sent[0]!.size, sent[1]!.size)).toBeGreaterThan(0);
}, 180_000);
