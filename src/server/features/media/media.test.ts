import { randomUUID } from 'node:crypto';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { uploadAvatar } from '#contract/profile.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, filesIn } from '../../testing/factories/photos.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const picture = await drawing().jpeg().toBuffer();
const WEBP = { type: 'image/webp' };
const DAY = 86_400_000;
const pathOf = (key: string) => join(t.dataDir, 'media', ...key.split('/'));

beforeEach(() => t.clock.set(new Date()));

/** Stores a photo that no row refers to, last written `age_ms` ago; returns its key. */
async function storeOrphan(place: string, age_ms: number): Promise<string> {
  const key = `${place}/${randomUUID()}/400.webp`;
  await t.deps.storage.put(key, Buffer.from('orphan'), WEBP);
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

it('The daily sweep removes unreferenced files that are a day old, and reports rows without a file.', async () => {
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
  for (const key of orphans) expect(stored).not.toContain(key);

  for (const key of named.slice(0, 2)) await rm(join(pathOf(key), '..'), { recursive: true });
  t.clock.advance(DAY);
  expect(await sweep()).toMatch(/media_files\{state="orphan"\} 1\nmedia_files\{state="missing"\} 2/);
  expect(await filesIn(t, 'media')).not.toContain(young);
});
