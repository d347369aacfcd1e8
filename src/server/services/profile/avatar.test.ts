import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Images, images } from '#platform/images/images.ts';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { removeImageSet, type Storage, StorageFull } from '#platform/storage/storage.ts';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { storePicture } from '../media/public.ts';

let dir: string;
let storage: Storage;
const pictures = images(drawSharePicture);
const at = (name: string) => join(dir, name);
const storeAvatar = (images: Images, storage: Storage, name: string) =>
  storePicture({ images, storage }, 'avatars', at(name), { account: 'ana' });
const listStored = async () => {
  const found = await readdir(at('media'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-avatar-'));
  storage = diskStorage(at('media'));
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c0392b' } })
    .png()
    .toFile(at('me.png'));
});
afterAll(async () => {
  await pictures.close();
  await rm(dir, { recursive: true });
});

describe('storing profile pictures', () => {
  it('stores two square sizes under a new ID and removes them completely', async () => {
    const { folder } = await storeAvatar(pictures, storage, 'me.png');
    expect(folder).toMatch(/^avatars\/[0-9a-f-]{36}$/);
    for (const size of [512, 96]) {
      const file = await storage.get(`${folder}/${size}.webp`);
      const found = await sharp(await buffer(file!.stream)).metadata();
      expect([found.format, found.width, found.height]).toEqual(['webp', size, size]);
    }
    const second = await storeAvatar(pictures, storage, 'me.png');
    expect(second.folder).not.toBe(folder);
    await removeImageSet(storage, folder);
    await removeImageSet(storage, second.folder);
    await removeImageSet(storage, second.folder);
    expect(await listStored()).toEqual([]);
  });

  it('refuses a file that is not an image or is truncated, with its own code', async () => {
    await writeFile(at('note.png'), 'words');
    await expect(storeAvatar(pictures, storage, 'note.png')).rejects.toMatchObject({
      code: 'avatar_not_image',
    });
    const png = await sharp(at('me.png')).png().toBuffer();
    await writeFile(at('cut.png'), png.subarray(0, png.length - 60));
    await expect(storeAvatar(pictures, storage, 'cut.png')).rejects.toMatchObject({
      code: 'image_unreadable',
    });
  });

  it('leaves no files if the server is busy or the disk is full', async () => {
    const busy = { ...pictures, makeWebp: () => Promise.reject(new Overloaded()) };
    await expect(storeAvatar(busy, storage, 'me.png')).rejects.toThrow(Overloaded);
    let puts = 0;
    const full: Storage = {
      ...storage,
      put: (key, data) => (++puts === 2 ? Promise.reject(new StorageFull()) : storage.put(key, data)),
    };
    await expect(storeAvatar(pictures, full, 'me.png')).rejects.toThrow(StorageFull);
    expect(await listStored()).toEqual([]);
  });
});
