import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainDiskError } from '#platform/start/disk-errors.ts';
import { StorageFull, storageError } from '#platform/storage/storage.ts';
import { temporaryFolder } from './testing/backups.ts';
import { startProgram } from './testing/start-program.ts';
import { ownerUrl, testApp } from './testing/test-app.ts';

const SLOW = 90_000;
const FOLDERS = { data_dir: '/srv/data', backup_dir: '/srv/data/backups' };
const fault = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, syscall: 'write', ...(path && { path }) });

describe('a file system error', () => {
  it.each([
    [fault('ENOSPC'), 'DATA_DIR /srv/data has no space left (ENOSPC): free some space on its disk.'],
    [
      fault('EDQUOT', '/srv/data/media/a'),
      'DATA_DIR /srv/data has no space left (EDQUOT): free some space on its disk.',
    ],
    [
      fault('ENOSPC', '/srv/data/backups/a.zip'),
      'BACKUP_DIR /srv/data/backups has no space left (ENOSPC): free some space on its disk.',
    ],
    [fault('ENOSPC', '/mnt/usb/a.zip'), '/mnt/usb has no space left (ENOSPC): free some space on its disk.'],
    [
      fault('EROFS', '/srv/data/secret-key'),
      'DATA_DIR /srv/data is on a read-only disk (EROFS): /srv/data/secret-key.',
    ],
    [
      fault('EACCES', '/srv/data/tmp'),
      'DATA_DIR /srv/data is not accessible to this account (EACCES): check the owner and the mode of /srv/data/tmp.',
    ],
    [storageError(fault('ENOSPC')), 'DATA_DIR /srv/data has no space left (ENOSPC): free some space on its disk.'],
    [
      Object.assign(new Error('could not extend file'), { code: '53100' }),
      'The database has no space left on its disk: free some space.',
    ],
  ])('becomes one sentence that names the folder: %s', (error, sentence) => {
    expect(explainDiskError(error, FOLDERS)).toBe(sentence);
  });

  it.each([
    fault('EIO', '/srv/data/a'),
    Object.assign(new Error('x'), { code: 'EACCES' }),
    new StorageFull(),
    new TypeError('x'),
    'x',
  ])('keeps its own message if it is another error: %s', (error) => {
    expect(explainDiskError(error, FOLDERS)).toBeNull();
  });

  it('names the file that was written if the system names none', () => {
    const sentence = '/mnt/usb has no space left (ENOSPC): free some space on its disk.';
    expect(explainDiskError(fault('ENOSPC'), FOLDERS, '/mnt/usb/a.zip')).toBe(sentence);
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const mounted: string[] = [];
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', [folder]);
});

/** Creates a full folder on its own disk. */
async function buildFullDisk(): Promise<string> {
  const folder = join(await temporaryFolder(), 'full');
  await mkdir(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
  mounted.push(folder);
  await writeFile(join(folder, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
  return folder;
}

describe.runIf(canMount)('a program on a full disk', async () => {
  const t = await testApp();

  it.each(['main', 'backup'] as const)(
    'names the folder that has no space left: %s',
    { timeout: SLOW },
    async (program) => {
      const full = await buildFullDisk();
      const [DATA_DIR, args] = program === 'main' ? [full, []] : [t.dataDir, [join(full, 'a.zip')]];
      const env = { DATA_DIR, DATABASE_URL: ownerUrl(t.database_url) };
      const { child, said } = await startProgram(program, args, env);
      const [code] = (await once(child, 'close')) as [number];
      const [beginning, folder] =
        program === 'main' ? ['Emberkin could not start.', `DATA_DIR ${full}`] : ['The backup failed.', full];
      const sentence = `${beginning} ${folder} has no space left (ENOSPC): free some space on its disk.`;
      expect([code, said.text.trim().split('\n').at(-1)]).toEqual([1, sentence]);
      expect(said.text).not.toContain('    at ');
    },
  );
});
