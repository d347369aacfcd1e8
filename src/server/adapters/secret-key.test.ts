import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSeals, secretKey } from './secret-key.ts';

describe('the secret key', () => {
  it('is made once, for its owner alone, however many starts there are at once', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'emberkin-key-'));
    const keys = await Promise.all(Array.from({ length: 20 }, () => secretKey(null, dir)));
    expect(new Set([...keys, await secretKey(null, dir)]).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect(await readdir(dir)).toEqual(['secret-key']);
    expect((await stat(join(dir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await secretKey('a key of one’s own', dir)).toBe('a key of one’s own');
    await rm(dir, { recursive: true });
  });

  it('that cannot be kept is an error, not a key for one start', async () => {
    await expect(secretKey(null, join(tmpdir(), 'emberkin-no-such-folder'))).rejects.toThrow('ENOENT');
  });
});

describe('a seal', () => {
  const seals = makeSeals('one');
  const bytes = Buffer.from('a mission and a member');
  const seal = seals.seal('share', bytes);

  it('fits what it was made for, and nothing else', () => {
    expect(seals.fits('share', bytes, seal)).toBe(true);
    expect(seals.fits('photo', bytes, seal)).toBe(false);
    expect(seals.fits('share', Buffer.from('another mission'), seal)).toBe(false);
    expect(seals.fits('share', bytes, seal.subarray(1))).toBe(false);
    expect(makeSeals('two').fits('share', bytes, seal)).toBe(false);
  });
});
