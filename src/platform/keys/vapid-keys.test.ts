import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadVapidKeys } from './vapid-keys.ts';

const folder = await mkdtemp(join(tmpdir(), 'emberkin-keys-'));
afterAll(() => rm(folder, { recursive: true }));

it('twenty concurrent starts create one VAPID key pair that only its owner can read', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => loadVapidKeys(folder)));
  expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect(Buffer.from(all[0]!.public_key, 'base64url')).toHaveLength(65);
  expect(await loadVapidKeys(folder)).toEqual(all[0]);
  expect(await readdir(folder)).toEqual(['vapid.json']);
  expect((await stat(join(folder, 'vapid.json'))).mode & 0o777).toBe(0o600);
});

it('loading VAPID keys rejects with the reason if the folder is missing', async () => {
  await expect(loadVapidKeys(join(folder, 'not-there'))).rejects.toThrow('ENOENT');
});
