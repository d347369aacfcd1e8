import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Storage, StorageFull, type StoredEntry, storageError } from './storage.ts';
import { diskStorage } from './storage-disk.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'emberkin-media-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const WEBP = { type: 'image/webp' };
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const entries = async (storage: Storage, prefix: string) => {
  const found: StoredEntry[] = [];
  for await (const entry of storage.list(prefix)) found.push(entry);
  return found;
};

describe('the disk storage', () => {
  it('keeps, replaces, lists and removes files', async () => {
    const storage = diskStorage(root);
    const id = randomUUID();
    const other = randomUUID();
    await storage.put(`avatars/${id}/512.webp`, Buffer.from('old'), WEBP);
    await storage.put(`avatars/${id}/512.webp`, Buffer.from('large'), WEBP);
    await storage.put(`avatars/${id}/96.webp`, Readable.from([Buffer.from('sm'), Buffer.from('all')]), WEBP);
    await storage.put(`photos/${other}/400.webp`, Buffer.from('photo'), WEBP);

    const got = await storage.get(`avatars/${id}/512.webp`);
    expect(got).toMatchObject({ size: 5, type: 'image/webp' });
    expect((await buffer(got!.stream)).toString()).toBe('large');
    expect(await storage.get(`avatars/${other}/512.webp`)).toBeNull();

    const keys = async (prefix: string) => (await entries(storage, prefix)).map((entry) => entry.key);
    expect(await keys('')).toEqual([`avatars/${id}/512.webp`, `avatars/${id}/96.webp`, `photos/${other}/400.webp`]);
    expect(await keys(`avatars/${id}`)).toHaveLength(2);
    expect(await keys('nothing')).toEqual([]);
    const [entry] = await entries(storage, 'photos');
    expect(entry).toMatchObject({ size: 5, modified: expect.any(Date) });

    await storage.remove(`avatars/${id}/512.webp`);
    await storage.remove(`avatars/${id}/512.webp`);
    await storage.remove(`avatars/${id}/96.webp`);
    expect(await keys('')).toEqual([`photos/${other}/400.webp`]);
    expect(await readdir(join(root, 'avatars'))).toEqual([]);
  });

  it.each([
    '../secret.webp',
    'avatars/../../secret.webp',
    '/etc/passwd',
    'avatars/a',
    'avatars/.hidden.webp',
    'avatars//a.webp',
    'avatars/A.webp',
    'avatars\\a.webp',
    'avatars/a.webp\0',
    '.unfinished/a.webp',
    '',
  ])('refuses the key %j', async (key) => {
    const storage = diskStorage(root);
    await expect(storage.put(key, Buffer.from('x'), WEBP)).rejects.toThrow('Not a storage key');
    await expect(storage.get(key)).rejects.toThrow('Not a storage key');
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    expect(await files()).toEqual([]);
  });

  it('leaves nothing behind when the data breaks off', async () => {
    const storage = diskStorage(root);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(storage.put('avatars/a/512.webp', broken, WEBP)).rejects.toThrow('cut');
    expect(await files()).toEqual([]);
  });

  it('says that the disk is full by a code of its own', async () => {
    const storage = diskStorage(root);
    const full = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      })(),
    );
    const error = await storage.put('avatars/a/512.webp', full, WEBP).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(StorageFull);
    expect(error).toMatchObject({ code: 'storage_full' });
    expect(storageError(new Error('other'))).not.toBeInstanceOf(StorageFull);
    expect(await files()).toEqual([]);
  });

  it('checks that it can write, and clears what a killed process left an hour ago', async () => {
    const unfinished = join(root, '.unfinished');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'old'), 'x');
    await writeFile(join(unfinished, 'fresh'), 'x');
    const past = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(unfinished, 'old'), past, past);
    await diskStorage(root).check();
    expect(await readdir(unfinished)).toEqual(['fresh']);
    await writeFile(join(root, 'a-file'), 'x');
    await expect(diskStorage(join(root, 'a-file', 'media')).check()).rejects.toThrow();
  });

  it('many writers of one key leave one whole file', async () => {
    const storage = diskStorage(root);
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(1000));
    await Promise.all(texts.map((text) => storage.put('avatars/a/512.webp', Buffer.from(text), WEBP)));
    const got = await storage.get('avatars/a/512.webp');
    expect(texts).toContain((await buffer(got!.stream)).toString());
    expect(await files()).toEqual(['512.webp']);
  });
});
