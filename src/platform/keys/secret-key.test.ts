import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretKeys } from './secret-key.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-secret-'));
});
afterEach(() => rm(dir, { recursive: true }));

it('ten concurrent starts create one secret key that only its owner can read', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => secretKeys(null, dir)));
  expect(new Set(keys.map(String)).size).toBe(1);
  expect(keys[0]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await secretKeys(null, dir)).toEqual(keys[0]);
  expect((await stat(join(dir, 'secret-key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dir)).toEqual(['secret-key']);
});

it('SECRET_KEY is used unchanged, and no file is written', async () => {
  expect(await secretKeys(['given from outside', 'older'], dir)).toEqual(['given from outside', 'older']);
  expect(await readdir(dir)).toEqual([]);
});
