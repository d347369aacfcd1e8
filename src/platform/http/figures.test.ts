import { expect, it } from 'vitest';
import { login } from '#contract/auth.ts';
import { noteMediaReport } from '#platform/db/server-facts.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const { place } = t.deps.storage;

async function figure(line: string): Promise<number | undefined> {
  const { body } = await t.app.inject('/metrics');
  const found = body.split('\n').find((text) => text.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

it('metrics count security events by name, starting at 0', async () => {
  const failed = 'security_events_total{event="login_failed"}';
  const before = await figure(failed);
  expect(before).toBeTypeOf('number');
  await t.call(login, { body: { email: 'nobody@example.com', password: 'wrong one' } });
  await t.call(login, { body: { email: 'nobody@example.com', password: 'wrong one' } });
  expect([await figure(failed), await figure(failed)]).toEqual([before! + 2, before! + 2]);
  expect(await figure('security_events_total{event="suspended"}')).toBe(0);
});

it('metrics measure requests by route pattern and status', async () => {
  await t.app.inject('/api/missions/00000000-0000-7000-8000-000000000000');
  const labels = 'method="GET",route="/api/missions/:id",status="401"';
  expect(await figure(`http_request_duration_seconds_count{${labels}}`)).toBe(1);
  expect(await figure(`http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(1);
});

it('metrics of the pool, streams, queues and sweep exist from the start', async () => {
  const { body } = await t.app.inject('/metrics');
  for (const line of [
    'db_pool_connections{state="waiting"} 0',
    'live_streams 0',
    'jobs_total{queue="send-invitation",outcome="dead"} 0',
    'media_files{state="missing"} 0',
    'emberkin_media_foreign 0',
    'emberkin_media_sweep_held 0',
  ])
    expect(body).toContain(`\n${line}\n`);
});

it('metrics of the last sweep come from the database, also in other processes', async () => {
  expect(await figure('media_files{state="missing"}')).toBe(0);
  await noteMediaReport(t.db, place, { orphans: 3, missing: 2 });
  expect(await figure('media_files{state="orphan"}')).toBe(3);
  await noteMediaReport(t.db, place, {
    orphans: 0,
    missing: 1,
    place: 'foreign',
    held: { orphans: 101, pictures: 102 },
  });
  expect(await figure('media_files{state="orphan"}')).toBe(0);
  expect(await figure('media_files{state="missing"}')).toBe(1);
  expect([await figure('emberkin_media_foreign'), await figure('emberkin_media_sweep_held')]).toEqual([1, 1]);
  await noteMediaReport(t.db, 'the place of another instance', { place: 'own', held: null });
  expect([await figure('emberkin_media_foreign'), await figure('emberkin_media_sweep_held')]).toEqual([1, 1]);
  await noteMediaReport(t.db, place, { place: 'own', held: null });
  expect([await figure('emberkin_media_foreign'), await figure('emberkin_media_sweep_held')]).toEqual([0, 0]);
});
