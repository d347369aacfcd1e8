import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { findInstanceId } from '#platform/db/server-facts.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';
import { VERSION } from '#platform/start/root.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { OWNER_FILE, type Storage } from '#platform/storage/storage.ts';
import { findPlaceState } from '#server/services/media/place/commands.ts';
import { appUrl, filesOf, restoreInto, type Target, temporaryFolder } from '#server/testing/backups.ts';
import { DOZEN, fillEveryTable } from '#server/testing/every-table.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { NOON, testApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { writeBackup } from './write-backup.ts';

const DAY = 86_400_000;
const SLOW = 60_000;
const t = await testApp();
await fillEveryTable(t.db, t.deps.storage, 'hashed');
const folder = await temporaryFolder();
const source = { url: t.deps.direct_url, storage: t.deps.storage, data_dir: t.dataDir, version: VERSION };
const backUp = async (name: string) => {
  const file = join(folder, name);
  return { file, ...(await writeBackup({ ...source, file, media: true, now: t.clock.now() })) };
};
const whole = await backUp('whole.zip');

async function serverOn({ url, data_dir }: Target, storage: Storage, start: Date | string = NOON) {
  await prepareEmbeddedSchema(url);
  return testApp({ database_url: appUrl(url), storage, config: { data_dir }, clock: fakeClock(start) });
}

const readOwner = async (storage: Storage) => {
  const file = await storage.get(OWNER_FILE);
  return file && JSON.parse(await text(file.stream));
};

describe('the owner of photos after a restore', () => {
  it('is the restored database in new storage, and no other', {
    timeout: SLOW,
  }, async () => {
    const storage = diskStorage(await temporaryFolder());
    // An empty server started there before; its owner file is not a photo.
    await storage.put(OWNER_FILE, Buffer.from('{"instance_id":"another"}'));
    const target = await restoreInto(whole.file, { storage });
    const restored = await serverOn(target, target.storage);
    expect(await findPlaceState(restored.deps)).toBe('own');
    expect(await readOwner(target.storage)).toEqual(await findInstanceId(restored.db));
    expect(await readOwner(target.storage)).not.toEqual(await findInstanceId(t.db));

    // The copy never sweeps the original's photos, or the original the copy's.
    const misled = await serverOn(await restoreInto(whole.file), t.deps.storage);
    expect(await findPlaceState(misled.deps)).toBe('foreign');
    expect(await findPlaceState({ db: t.db, storage: target.storage })).toBe('foreign');
    expect(await findPlaceState(t.deps)).toBe('own');
  });

  it('is the restored database in its old storage, even after a start without rows', {
    timeout: SLOW,
  }, async () => {
    const { storage } = t.deps;
    const files = await filesOf(storage);
    const empty = await testApp({ storage });
    expect(await findPlaceState(empty.deps)).toBe('foreign');
    const restored = await serverOn(await restoreInto(whole.file, { storage, media: false }), storage);
    expect(await findPlaceState(restored.deps)).toBe('own');
    expect(await filesOf(storage)).toEqual(files);
  });

  it.each([
    ['with its photos', true],
    ['without photos', false],
  ])('sweeps nothing for 24 hours after a restore %s', { timeout: SLOW }, async (_, media) => {
    const data_dir = await temporaryFolder();
    const storage = diskStorage(join(data_dir, 'media'));
    // Files have the machine's time, so the restore is some days later.
    const end = new Date(Date.now() + 5 * DAY);
    const target = await restoreInto(whole.file, { data_dir, media, storage, clock: fakeClock(end) });
    const restored = await serverOn(target, storage, end);
    await storage.put('checkins/0f0f0f0f-0000-4000-8000-00000000000f/400.webp', Buffer.from('x'));
    const countTrash = async (clock: number) => {
      restored.clock.set(new Date(end.getTime() + clock));
      await restored.queue.tick();
      await restored.queue.drain();
      return [...(await filesOf(storage)).keys()].filter((key) => key.startsWith('trash/')).length;
    };
    expect([await countTrash(0), await countTrash(DAY - 1)]).toEqual([0, 0]);
    expect(await countTrash(2 * DAY)).toBe(1);
  });
});

it("a backup excludes the trash and the storage's owner file", async () => {
  const { storage } = t.deps;
  const [key = ''] = (await filesOf(storage)).keys();
  await storage.move(key, `trash/2026-11-20/${key}`);
  const { file, manifest } = await backUp('trash.zip');
  expect(manifest.media).toBe(4 * DOZEN - 1);
  const names = [...unzip(await readFile(file)).keys()];
  expect(names.filter((name) => name.includes('trash') || name.includes(OWNER_FILE))).toEqual([]);
  expect(names).not.toContain(`media/${key}`);
  await storage.move(`trash/2026-11-20/${key}`, key);
});
