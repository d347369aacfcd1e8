import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { OWNER_FILE, type Storage, type StoredEntry } from '#platform/storage/storage.ts';

async function listKeys(storage: Storage, prefix: string): Promise<string[]> {
  const found: StoredEntry[] = [];
  for await (const entry of storage.list(prefix)) found.push(entry);
  return found.map((entry) => entry.key);
}

/** Defines the tests that every storage passes. `open` returns an empty storage. */
export function storageSuite(open: () => Promise<Storage> | Storage): void {
  it('stores, replaces, lists and removes files', async () => {
    const storage = await open();
    const [id, other] = [randomUUID(), randomUUID()];
    await storage.put(`avatars/${id}/512.webp`, Buffer.from('old'));
    await storage.put(`avatars/${id}/512.webp`, Buffer.from('large'));
    await storage.put(`avatars/${id}/96.webp`, Readable.from([Buffer.from('sm'), Buffer.from('all')]));
    await storage.put(`photos/${other}/400.webp`, Buffer.from('photo'));

    const got = await storage.get(`avatars/${id}/512.webp`);
    expect(got).toMatchObject({ size: 5 });
    expect((await buffer(got!.stream)).toString()).toBe('large');
    expect(await storage.get(`avatars/${other}/512.webp`)).toBeNull();

    expect(await listKeys(storage, '')).toEqual([
      `avatars/${id}/512.webp`,
      `avatars/${id}/96.webp`,
      `photos/${other}/400.webp`,
    ]);
    expect(await listKeys(storage, `avatars/${id}`)).toHaveLength(2);
    expect(await listKeys(storage, `avatars/${id.slice(0, 8)}`)).toEqual([]);
    expect(await listKeys(storage, 'nothing')).toEqual([]);
    for await (const entry of storage.list('photos')) {
      expect(entry).toMatchObject({ size: 5, modified: expect.any(Date) });
      expect(Math.abs(Date.now() - entry.modified.getTime())).toBeLessThan(60_000);
    }

    await storage.remove(`avatars/${id}/512.webp`);
    await storage.remove(`avatars/${id}/512.webp`);
    await storage.remove(`avatars/${id}/96.webp`);
    expect(await listKeys(storage, '')).toEqual([`photos/${other}/400.webp`]);
  });

  it('moves files and ignores a move of a missing file', async () => {
    const storage = await open();
    const [from, to] = ['avatars/a/512.webp', 'trash/2026-11-23/avatars/a/512.webp'];
    await storage.put(from, Buffer.from('picture'));
    await storage.put(to, Buffer.from('an older one'));
    await storage.move(from, to);
    await storage.move(from, to);
    expect(await listKeys(storage, '')).toEqual([to]);
    const moved = await storage.get(to);
    expect((await buffer(moved!.stream)).toString()).toBe('picture');
    await expect(storage.move(to, '../secret.webp')).rejects.toThrow('Not a storage key');
    await expect(storage.move('../secret.webp', to)).rejects.toThrow('Not a storage key');
    await storage.remove(to);
  });

  it('reads and replaces the owner file, which no listing contains', async () => {
    const storage = await open();
    for (const text of ['ours', 'theirs']) await storage.put(OWNER_FILE, Buffer.from(text));
    expect((await buffer((await storage.get(OWNER_FILE))!.stream)).toString()).toBe('theirs');
    expect(await listKeys(storage, '')).toEqual([]);
    await storage.remove(OWNER_FILE);
    expect(await storage.get(OWNER_FILE)).toBeNull();
  });

  refusalsAndRaces(open);
}

/** Tests invalid keys, interrupted uploads and concurrent writers. */
function refusalsAndRaces(open: () => Promise<Storage> | Storage): void {
  it.each([
    '../secret.webp',
    'avatars/../../secret.webp',
    '/etc/passwd',
    'avatars/a',
    'other.json',
    'avatars/.hidden.webp',
    'avatars//a.webp',
    'avatars/A.webp',
    'avatars\\a.webp',
    'avatars/a.webp\0',
    '.unfinished/a.webp',
    '',
  ])('refuses the key %j', async (key) => {
    const storage = await open();
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key');
    await expect(storage.get(key)).rejects.toThrow('Not a storage key');
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    expect(await listKeys(storage, '')).toEqual([]);
  });

  it('leaves nothing behind if the data breaks off', async () => {
    const storage = await open();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(storage.put('avatars/a/512.webp', broken)).rejects.toThrow('cut');
    expect(await listKeys(storage, '')).toEqual([]);
  });

  it('leaves one complete file after 20 concurrent writers of a key', async () => {
    const storage = await open();
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(1000));
    await Promise.all(texts.map((text) => storage.put('avatars/a/512.webp', Buffer.from(text))));
    const got = await storage.get('avatars/a/512.webp');
    expect(texts).toContain((await buffer(got!.stream)).toString());
    expect(await listKeys(storage, '')).toEqual(['avatars/a/512.webp']);
  });
}
