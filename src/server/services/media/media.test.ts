import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { uploadAvatar } from '#contract/profile.ts';
import { trashDay } from '#domain/photo-sweep.ts';
import { readMediaReport } from '#platform/db/server-facts.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, filesIn } from '../../testing/factories/photos.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const picture = await drawing().jpeg().toBuffer();
const DAY = 86_400_000;
const pathOf = (key: string) => join(t.dataDir, 'media', ...key.split('/'));

const trashed = (key: string) => `trash/${trashDay(t.clock.now())}/${key}`;

let start = Date.now();
beforeEach(() => {
  // Later than all job runs of the previous test.
  start += 100 * DAY;
  t.clock.set(new Date(start));
});

/** Stores an unreferenced photo, last written `age_ms` ago. Returns its key. */
async function storeOrphan(place: string, age_ms: number): Promise<string> {
  const key = `${place}/${randomUUID()}/400.webp`;
  await t.deps.storage.put(key, Buffer.from('orphan'));
  const when = new Date(t.clock.now().getTime() - age_ms);
  await utimes(pathOf(key), when, when);
  return key;
}

async function storePhoto(): Promise<string> {
  const person = await buildUser(t);
  const { checkin } = (await checkInWithPhoto(t, person, await buildMission(t, person), picture)).json();
  return checkin.photo_url.split('?')[0].slice('/media/'.length);
}

async function storeAvatar(): Promise<string> {
  const { token } = await buildUser(t);
  const form = new FormData();
  form.append('avatar', new Blob([new Uint8Array(picture)]), 'me.jpg');
  const response = new Response(form);
  const answer = await t.app.inject({
    method: 'POST',
    url: uploadAvatar.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': response.headers.get('content-type')! },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  return answer.json().avatar_url.slice('/media/'.length);
}

async function sweep(): Promise<string> {
  await t.queue.tick();
  await t.queue.drain();
  return (await t.app.inject('/metrics')).body;
}

it('moves unreferenced pictures older than a day to the trash and reports missing files', async () => {
  const named = [await storePhoto(), await storeAvatar(), await storePhoto(), await storeAvatar(), await storePhoto()];
  const orphans = [
    await storeOrphan('checkins', DAY + 60_000),
    await storeOrphan('avatars', 3 * DAY),
    await storeOrphan('checkins', 40 * DAY),
  ];
  const young = await storeOrphan('checkins', DAY - 60_000);
  const old = new Date(t.clock.now().getTime() - 9 * DAY);
  for (const key of named) await utimes(pathOf(key), old, old);

  expect(await sweep()).toMatch(/media_files\{state="orphan"\} 3\nmedia_files\{state="missing"\} 0/);
  const stored = await filesIn(t, 'media');
  expect(stored).toEqual(expect.arrayContaining([...named, young]));
  for (const key of orphans) {
    expect(stored).not.toContain(key);
    expect(stored).toContain(trashed(key));
  }

  for (const key of named.slice(0, 2)) await rm(join(pathOf(key), '..'), { recursive: true });
  t.clock.advance(DAY);
  expect(await sweep()).toMatch(/media_files\{state="orphan"\} 1\nmedia_files\{state="missing"\} 2/);
  expect(await filesIn(t, 'media')).not.toContain(young);
});

it('counts a picture as missing if a size of it is empty or gone, each row once', async () => {
  const [whole, empty, gone, cut] = [await storePhoto(), await storePhoto(), await storeAvatar(), await storeAvatar()];
  await sweep();
  const { missing } = await readMediaReport(t.db, t.deps.storage.place);
  await writeFile(pathOf(empty), '');
  await rm(pathOf(gone));
  for (const size of await readdir(join(pathOf(cut), '..'))) await writeFile(join(pathOf(cut), '..', size), 'RIFF');
  t.clock.advance(DAY);
  await sweep();
  expect(await readMediaReport(t.db, t.deps.storage.place)).toMatchObject({ missing: missing + 3, orphans: 0 });
  expect(await filesIn(t, 'media')).toContain(whole);
});

it('deletes pictures from the trash after 30 days, or moves referenced ones back', async () => {
  const [photo, avatar] = [await storePhoto(), await storeAvatar()];
  const orphan = await storeOrphan('checkins', 2 * DAY);
  await sweep();
  const { missing } = await readMediaReport(t.db, t.deps.storage.place);
  const inTrash = trashed(orphan);
  for (const key of [photo, avatar])
    for await (const file of t.deps.storage.list(key.slice(0, key.lastIndexOf('/'))))
      await t.deps.storage.move(file.key, trashed(file.key));
  expect(await filesIn(t, 'media')).not.toContain(photo);

  t.clock.advance(DAY);
  await sweep();
  expect(await readMediaReport(t.db, t.deps.storage.place)).toMatchObject({ missing });
  const stored = await filesIn(t, 'media');
  expect(stored).toEqual(expect.arrayContaining([photo, avatar, inTrash]));
  expect(stored.filter((key) => key.startsWith('trash/') && key !== inTrash)).toEqual([]);

  t.clock.advance(28 * DAY);
  await sweep();
  expect(await filesIn(t, 'media')).toContain(inTrash);
  t.clock.advance(DAY);
  await sweep();
  expect(await filesIn(t, 'media')).toEqual(expect.arrayContaining([photo, avatar]));
  expect(await filesIn(t, 'media')).not.toContain(inTrash);
});

it('serves neither the trash nor the owner file of the storage', async () => {
  const key = await storePhoto();
  const folder = key.slice(0, key.lastIndexOf('/'));
  const inTrash = trashed(folder);
  const { storage, photo_urls } = t.deps;
  for await (const file of storage.list(folder)) await storage.move(file.key, trashed(file.key));
  const { photo_url } = photo_urls.of(inTrash, t.clock.now());
  const [, query] = photo_url!.split('?');
  const paths = [photo_url!, `/media/${inTrash}/400.webp`, '/media/emberkin.json', '/media/checkins/../emberkin.json'];
  const hidden = [`/media/checkins/..%2f${inTrash}/400.webp`, '/media/avatars/..%2femberkin.json/512.webp'];
  for (const path of [...paths, ...hidden, `/media/${key}`])
    for (const url of [path, `${path}?${query}`]) {
      const answer = await t.app.inject(url);
      expect([url, answer.statusCode, answer.body.includes('instance_id')]).toEqual([url, 404, false]);
    }
});

it('removes partial files older than an hour and leaves files that are being written', async () => {
  const folder = join(t.dataDir, 'media', '.unfinished');
  await mkdir(folder, { recursive: true });
  for (const [name, minutes] of [
    ['old', 61],
    ['fresh', 59],
  ] as const) {
    await writeFile(join(folder, name), 'half');
    const when = new Date(t.clock.now().getTime() - minutes * 60_000);
    await utimes(join(folder, name), when, when);
  }
  await sweep();
  expect(await readdir(folder)).toEqual(['fresh']);
  await rm(join(folder, 'fresh'));
});
