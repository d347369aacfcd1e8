import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storageSuite } from '#server/testing/storage-suite.ts';
import { diskStorage } from './disk.ts';
import { StorageFull, storageError } from './storage.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'emberkin-media-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('diskStorage', () => {
  storageSuite(() => diskStorage(root));

  it('throws StorageFull and leaves no file if the disk is full', async () => {
    const storage = diskStorage(root);
    const full = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      })(),
    );
    const error = await storage.put('avatars/a/512.webp', full).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(StorageFull);
    expect(error).toMatchObject({ code: 'storage_full' });
    expect(storageError(new Error('other'))).not.toBeInstanceOf(StorageFull);
    expect(await files()).toEqual([]);
  });

  it('deletes files that were unfinished for an hour, but no newer files', async () => {
    const unfinished = join(root, '.unfinished');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'old'), 'x');
    await writeFile(join(unfinished, 'fresh'), 'x');
    const past = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(unfinished, 'old'), past, past);
    await diskStorage(root).removeUnfinished(new Date());
    expect(await readdir(unfinished)).toEqual(['fresh']);
    await diskStorage(join(root, 'nowhere')).removeUnfinished(new Date());
  });

  it('deletes the folder with the last file of an image', async () => {
    const storage = diskStorage(root);
    for (const name of ['512', '96']) await storage.put(`avatars/a/${name}.webp`, Buffer.from('x'));
    await storage.remove('avatars/a/512.webp');
    expect(await readdir(join(root, 'avatars'))).toEqual(['a']);
    await storage.remove('avatars/a/96.webp');
    expect(await readdir(join(root, 'avatars'))).toEqual([]);
  });

  it('deletes the folders of an emptied trash day', async () => {
    const storage = diskStorage(root);
    await storage.put('checkins/a/400.webp', Buffer.from('x'));
    await storage.move('checkins/a/400.webp', 'trash/2026-11-23/checkins/a/400.webp');
    expect(await readdir(join(root, 'checkins'))).toEqual([]);
    await storage.remove('trash/2026-11-23/checkins/a/400.webp');
    expect(await readdir(join(root, 'trash'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('hides files and folders from other accounts', async () => {
    const base = join(root, 'media');
    await diskStorage(base).put('checkins/a/400.webp', Buffer.from('x'));
    const modeOf = async (...path: string[]) => ((await stat(join(base, ...path))).mode & 0o777).toString(8);
    for (const folder of [[], ['.unfinished'], ['checkins'], ['checkins', 'a']])
      expect(await modeOf(...folder)).toBe('700');
    expect(await modeOf('checkins', 'a', '400.webp')).toBe('600');
  });

  it('leaves no unfinished file after 20 concurrent writes of one key', async () => {
    const storage = diskStorage(root);
    const write = () => storage.put('avatars/a/512.webp', Buffer.alloc(1000));
    await Promise.all(Array.from({ length: 20 }, write));
    expect(await files()).toEqual(['512.webp']);
  });
});
