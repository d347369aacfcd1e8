import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDataDir, makeDataDir } from './data-dir.ts';

const isRoot = process.getuid?.() === 0;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'emberkin-data-'));
});
afterEach(() => rm(root, { recursive: true }));

const modeOf = async (...path: string[]) => ((await stat(join(root, ...path))).mode & 0o777).toString(8);

describe('DATA_DIR', () => {
  it('is created private, except that root lets others pass to the database folder', async () => {
    await makeDataDir(join(root, 'srv', 'data'));
    for (const path of [['srv'], ['srv', 'data']]) expect(await modeOf(...path)).toBe(isRoot ? '711' : '700');
  });

  it('keeps its mode if it exists, because it can contain other files', async () => {
    await chmod(root, 0o755);
    await makeDataDir(root);
    expect(await modeOf()).toBe('755');
  });

  it('becomes private again at each start, for example after it was copied', async () => {
    for (const name of ['media', 'outbox', 'tmp', 'postgres']) {
      await mkdir(join(root, name));
      await chmod(join(root, name), 0o755);
    }
    for (const name of ['secret-key', 'vapid.json']) {
      await writeFile(join(root, name), 'x');
      await chmod(join(root, name), 0o644);
    }
    const lines: string[] = [];
    await closeDataDir(root, (line) => lines.push(line));
    for (const name of ['media', 'outbox', 'tmp']) expect(await modeOf(name)).toBe('700');
    for (const name of ['secret-key', 'vapid.json']) expect(await modeOf(name)).toBe('600');
    // Under root the database folder belongs to another account, and the database closes it.
    expect(await modeOf('postgres')).toBe('755');
    expect(lines).toEqual([]);
  });

  it('causes no report if it is empty', async () => {
    const lines: string[] = [];
    await closeDataDir(root, (line) => lines.push(line));
    expect(lines).toEqual([]);
  });
});
