import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';
import { VERSION } from '#platform/start/root.ts';
import { appUrl, connected, restoreInto, type Target, temporaryFolder } from '#server/testing/backups.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '#server/testing/factories/webhooks.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { testApp } from '#server/testing/test-app.ts';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { writeBackup } from './write-backup.ts';

const config = { webhook_allow: ['127.0.0.1'] };
const t = await testApp({ config });
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => receiver.received.splice(0));

const ana = await upgradeToPremium(t, await buildUser(t, { timezone: 'UTC' }));
const ben = await buildUser(t);
const webhook = await buildWebhook(t, ana, { url: receiver.url });
const refused = await buildWebhook(t, ana, { url: `${receiver.url}/refused` });
await t.db.rows(`update webhooks set is_on = false, off_reason = 'gone' where id = $1`, [refused.id]);
const mission = await buildMission(t, ana);
await buildMembers(t, ana, mission, [ben]);
// Its start is a clock event, which needs only the webhook's row.
await buildMission(t, ana, { start_date: '2026-11-22' });
await deliver(t);
t.clock.advance(MINUTE_MS);
receiver.setAnswer(500);
await checkIn(t, ben, mission, { content: 'Swam before breakfast' });
await t.queue.drain();
receiver.setAnswer(204);
const folder = await temporaryFolder();
const file = join(folder, 'pending.zip');
const source = { url: t.deps.direct_url, storage: t.deps.storage, data_dir: t.dataDir, version: VERSION };
await writeBackup({ ...source, file, media: true, now: t.clock.now() });

async function runJobs(target: Target) {
  const clock = fakeClock(t.clock.now().toISOString());
  await prepareEmbeddedSchema(target.url);
  const settings = { ...config, data_dir: target.data_dir };
  const restored = await testApp({ database_url: appUrl(target.url), clock, config: settings });
  for (const ms of [6 * MINUTE_MS, HOUR_MS, 11 * HOUR_MS, DAY_MS, DAY_MS]) {
    clock.advance(ms);
    await restored.queue.tick();
    await restored.queue.drain({ ignore_delays: true });
  }
  return restored;
}

describe('a trial', () => {
  it('sends no webhooks, whether pending or new', async () => {
    const [pending, ...others] = await deliveriesOf(t, ana, webhook.id);
    expect(pending).toMatchObject({ event: 'checkin.created', state: 'pending' });
    const target = await restoreInto(file, { trial: true });
    const trial = await runJobs(target);
    await checkIn(trial, ben, mission, { content: 'Swam in the trial' });
    await trial.queue.drain({ ignore_delays: true });
    expect(receiver.received).toEqual([]);
    const rows = await connected(target.url, (client) =>
      client.query('select id, is_on, off_reason from webhooks order by off_reason'),
    );
    expect(rows.rows).toEqual([
      { id: refused.id, is_on: false, off_reason: 'gone' },
      { id: webhook.id, is_on: false, off_reason: 'owner' },
    ]);
    expect(target.tables).toMatchObject({ webhooks: 2, webhook_deliveries: others.length, users: 2 });
  });

  it('is the only restore that stays silent', async () => {
    const target = await restoreInto(file);
    await runJobs(target);
    const notified = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(notified).toEqual(expect.arrayContaining(['checkin.created', 'mission.started']));
  });
});
