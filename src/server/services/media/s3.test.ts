import { afterAll, expect, it } from 'vitest';
import { trashDay } from '#domain/photo-sweep.ts';
import { readMediaReport } from '#platform/db/server-facts.ts';
import { s3Storage } from '#platform/storage/s3.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '../../testing/factories/photos.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { startFakeS3 } from '../../testing/s3-server.ts';
import { testApp } from '../../testing/test-app.ts';

const fake = await startFakeS3();
const storage = s3Storage({ ...fake.options, timeout_ms: 1000 });
const t = await testApp({ storage });
const picture = await drawing().jpeg().toBuffer();
let open = true;
const close = async () => {
  if (open) await fake.close();
  open = false;
};
afterAll(close);

const keys = async () => {
  const found: string[] = [];
  for await (const { key } of storage.list('')) found.push(key);
  return found;
};

it('serves and sweeps photos in a bucket, and accepts check-ins without photos in an outage', async () => {
  const owner = await buildUser(t);
  const { checkin } = (await checkInWithPhoto(t, owner, await buildMission(t, owner), picture)).json();
  const answer = await t.app.inject(checkin.photo_url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  const named = await keys();
  expect(named).toHaveLength(2);

  const orphan = 'checkins/00000000-0000-4000-8000-000000000000/400.webp';
  await storage.put(orphan, Buffer.from('x'));
  t.clock.set(new Date(Date.now() + 2 * 86_400_000));
  await t.queue.tick();
  await t.queue.drain();
  expect(await keys()).toEqual([...named, `trash/${trashDay(t.clock.now())}/${orphan}`]);
  expect(await readMediaReport(t.db, t.deps.storage.place)).toMatchObject({ orphans: 1, missing: 0 });

  await close();
  const mission = await buildMission(t, owner);
  const refused = await checkInWithPhoto(t, owner, mission, picture);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const { photo_url } = t.deps.photo_urls.of(named[0]!.slice(0, named[0]!.lastIndexOf('/')), t.clock.now());
  const unserved = await t.app.inject(photo_url!);
  expect([unserved.statusCode, unserved.json().code]).toEqual([503, 'unavailable']);
  expect((await checkIn(t, owner, mission)).statusCode).toBe(201);
});
