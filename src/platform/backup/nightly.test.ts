import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteBackupFailure, readBackupFailure } from '#platform/db/server-facts.ts';
import { ServerStopped } from '#platform/jobs/job.ts';
import { backupName, newestBackup, pruneBackups } from '#platform/storage/backup-folder.ts';
import { connected, restoreInto, temporaryFolder } from '#server/testing/backups.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { asOwner, NOON, testApp } from '#server/testing/test-app.ts';
import { connect } from './connection.ts';
import { backupNote, lookForBackupAtStart, nightlyBackup } from './nightly.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const base = await temporaryFolder();
const folder = join(base, 'deep', 'backups');
const clock = fakeClock(NOON);
const t = await testApp({ clock, config: { backup_dir: folder, backup_keep: 3 } });
const blocked = join(base, 'blocked');
const failing = await testApp({ clock, config: { backup_dir: blocked } });
const without = await testApp({ clock });

async function runJobs(app = t) {
  await app.queue.tick();
  await app.queue.drain();
}

const gaugeOf = async (app = t) =>
  /^backup_last_success_seconds (.*)$/m.exec((await app.app.inject('/metrics')).body)?.[1];

describe('the nightly backup', () => {
  it('is written at the first start and every 24 hours, and only the newest stay', async () => {
    expect(await gaugeOf()).toBe('0');
    await runJobs();
    expect(await readdir(folder)).toEqual(['emberkin-2026-11-21T12-00-00Z.zip']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await gaugeOf()).toBe(String(Date.parse(NOON) / 1000));
    clock.advance(23 * HOUR);
    await runJobs();
    expect(await readdir(folder)).toHaveLength(1);

    const foreign = ['emberkin-before-the-move.zip', 'emberkin-2026-11-01T00-00-00Z.zip.txt', 'photos.tar'];
    for (const name of foreign) await writeFile(join(folder, name), 'of somebody else');
    const [left, running] = ['emberkin-2026-11-20T12-00-00Z.zip.part', 'emberkin-2026-11-22T11-00-00Z.zip.part'];
    for (const name of [left, running]) await writeFile(join(folder, name), 'half');
    const old = new Date(clock.now().getTime() - 2 * DAY);
    await utimes(join(folder, left), old, old);
    for (let i = 0; i < 4; i++) {
      clock.advance(i === 0 ? HOUR : DAY);
      await utimes(join(folder, running), clock.now(), clock.now());
      await runJobs();
    }
    expect((await readdir(folder)).sort()).toEqual(
      [...foreign, running, ...['23', '24', '25'].map((day) => `emberkin-2026-11-${day}T12-00-00Z.zip`)].sort(),
    );
    await restoreInto(join(folder, 'emberkin-2026-11-25T12-00-00Z.zip'));
  });

  it('is written once by repeated jobs, and excludes its own job', async () => {
    clock.advance(DAY);
    await Promise.all([t.queue.tick(), t.queue.tick()]);
    await t.queue.drain();
    const newest = (await readdir(folder)).filter((name) => name.endsWith('Z.zip')).sort();
    expect(newest).toHaveLength(3);
    const { url } = await restoreInto(join(folder, newest.at(-1)!));
    const own = `select count(*)::int as jobs from jobs where name = 'nightly-backup'`;
    expect((await connected(url, (client) => client.query(own))).rows).toEqual([{ jobs: 0 }]);
  });

  it('is due at the next 10-minute check if it was deleted or is too old', async () => {
    clock.advance(10 * MINUTE);
    await runJobs();
    const before = await readdir(folder);
    clock.advance(10 * MINUTE);
    await runJobs();
    expect(await readdir(folder)).toEqual(before);
    for (const name of before.filter((one) => one.endsWith('Z.zip'))) await rm(join(folder, name));
    clock.advance(5 * MINUTE);
    await runJobs();
    expect(await newestBackup(folder, clock.now())).toBeNull();
    clock.advance(5 * MINUTE);
    await runJobs();
    expect(await newestBackup(folder, clock.now())).toEqual(clock.now());
  });

  it('ends a series of failures, even if old backups cannot be deleted', async () => {
    const stuck = ['01', '02', '03'].map((day) => join(folder, `emberkin-2026-11-${day}T00-00-00Z.zip`));
    for (const path of stuck) await mkdir(path);
    await noteBackupFailure(t.db, { tries: 2, at: clock.now().toISOString() });
    clock.advance(DAY);
    await runJobs();
    expect(await newestBackup(folder, clock.now())).toEqual(clock.now());
    expect(await readBackupFailure(t.db)).toBeNull();
    expect((await t.app.inject('/metrics')).body).not.toMatch(
      /^jobs_total\{queue="nightly-backup",outcome="(failed|dead)"\} [1-9]/m,
    );
    for (const path of stuck) await rm(path, { recursive: true });
  });

  it('fails if an attempt takes too long, but not if the server stops', async () => {
    clock.advance(DAY);
    const { deps, stop } = await t.startInstance();
    const cut = (reason: Error) =>
      nightlyBackup.handle({}, { ...deps, job_id: 'x', attempt: 1, known_jobs: [], signal: AbortSignal.abort(reason) });
    await expect(cut(new ServerStopped())).rejects.toThrow();
    expect(await readBackupFailure(t.db)).toBeNull();
    await expect(cut(new Error('The attempt took more than 21600 s.'))).rejects.toThrow();
    expect(await readBackupFailure(t.db)).toMatchObject({ tries: 1 });
    await stop();
  });

  it('takes no turn without BACKUP_DIR, so setting it starts the first backup immediately', async () => {
    await runJobs(without);
    expect(await without.db.rows(`select job from recurring_jobs where job = 'nightly-backup'`)).toEqual([]);
    const figures = (await without.app.inject('/metrics')).body;
    expect(figures).toContain('# TYPE backup_last_success_seconds gauge');
    expect(await gaugeOf(without)).toBeUndefined();
    expect(figures).not.toContain('queue="nightly-backup"');
  });
});

describe('a backup that cannot be written', () => {
  const tries = async () => (await readBackupFailure(failing.db))?.tries ?? 0;
  /** Returns the minutes after which an attempt failed, with a check every five minutes. */
  async function watch(minutes: number): Promise<number[]> {
    const failed: number[] = [];
    for (let minute = 5; minute <= minutes; minute += 5) {
      clock.advance(5 * MINUTE);
      const before = await tries();
      await runJobs(failing);
      if ((await tries()) > before) failed.push(minute);
    }
    return failed;
  }

  it('is retried after 15 minutes, then hourly, without changing the metric', async () => {
    await writeFile(blocked, 'a file where the folder should be');
    await runJobs(failing);
    expect(await tries()).toBe(1);
    // The delayed retry runs immediately here, because the queue uses the database's clock.
    expect(await watch(150)).toEqual([20, 80, 140]);
    const figures = (await failing.app.inject('/metrics')).body;
    expect(figures).toMatch(/^jobs_total\{queue="nightly-backup",outcome="(failed|dead)"\} 4$/m);
    expect(await gaugeOf(failing)).toBe('0');
  });

  it('is retried at a start, then due a day later', async () => {
    await rm(blocked);
    await runJobs(failing);
    expect(await newestBackup(blocked, clock.now())).toBeNull();
    await lookForBackupAtStart(failing.db);
    const other = await failing.startInstance();
    await other.deps.queue.tick();
    await other.deps.queue.drain();
    await other.stop();
    expect(await newestBackup(blocked, clock.now())).toEqual(clock.now());
    expect(await watch(60)).toEqual([]);
    expect(await failing.db.rows("select from server_facts where name = 'backup_failure'")).toEqual([]);
    expect(await readdir(blocked)).toHaveLength(1);
  });

  it('is not retried while another process writes one or a restore is unfinished', async () => {
    clock.advance(DAY);
    const other = await connect(failing.deps.direct_url);
    await other.query('select pg_advisory_lock(4117233)');
    await runJobs(failing);
    expect(await readdir(blocked)).toHaveLength(1);
    await other.end();
    clock.advance(10 * MINUTE);
    await asOwner(failing, 'create table restoring (began_at timestamptz)');
    await runJobs(failing);
    expect([
      await readdir(blocked),
      await failing.db.rows("select from server_facts where name = 'backup_failure'"),
    ]).toEqual([[expect.any(String)], []]);
    await asOwner(failing, 'drop table restoring');
    clock.advance(10 * MINUTE);
    await runJobs(failing);
    expect(await newestBackup(blocked, clock.now())).toEqual(clock.now());
  });
});

describe('the startup note about backups', () => {
  it('reports only a missing backup, or a newest one older than 48 hours', async () => {
    const backup_dir = join(base, 'new', 'folder');
    const now = new Date('2026-11-22T03:00:00.000Z');
    const write = (instant: number) => writeFile(join(backup_dir, backupName(new Date(instant))), '');
    expect(await backupNote({ backup_dir: null }, now)).toBeNull();
    expect(await backupNote({ backup_dir }, now)).toBe(`No backup in ${backup_dir} yet.`);
    expect((await stat(backup_dir)).mode & 0o777).toBe(0o700);
    await writeFile(join(backup_dir, 'other.zip'), '');
    expect(await backupNote({ backup_dir }, now)).toBe(`No backup in ${backup_dir} yet.`);
    await write(now.getTime() - 2 * DAY - 1000);
    expect(await backupNote({ backup_dir }, now)).toBe(
      `The newest backup in ${backup_dir} is from 2026-11-20T02:59:59.000Z, more than 48 hours old.`,
    );
    await write(now.getTime() - 2 * DAY);
    expect(await newestBackup(backup_dir, now)).toEqual(new Date('2026-11-20T03:00:00.000Z'));
    expect(await backupNote({ backup_dir }, now)).toBeNull();
  });

  it('ignores a backup dated more than an hour ahead', async () => {
    const backup_dir = join(base, 'ahead');
    const now = new Date('2026-11-22T03:00:00.000Z');
    await mkdir(backup_dir);
    for (const instant of ['2036-01-01T00:00:00Z', '2026-11-22T04:00:01Z', '2026-11-19T03:00:00Z'])
      await writeFile(join(backup_dir, backupName(new Date(instant))), '');
    expect(await backupNote({ backup_dir }, now)).toContain(
      'is from 2026-11-19T03:00:00.000Z, more than 48 hours old.',
    );
    await writeFile(join(backup_dir, backupName(new Date('2026-11-22T04:00:00Z'))), '');
    expect(await newestBackup(backup_dir, now)).toEqual(new Date('2026-11-22T04:00:00.000Z'));
    await pruneBackups(backup_dir, 1, now);
    expect((await readdir(backup_dir)).sort()).toEqual(
      ['22T04-00-00Z', '22T04-00-01Z']
        .map((end) => `emberkin-2026-11-${end}.zip`)
        .concat('emberkin-2036-01-01T00-00-00Z.zip'),
    );
  });

  it('reports a folder that cannot be created or written to', async () => {
    const file = join(base, 'no-folder');
    await writeFile(file, '');
    const sentence = (folder: string) => `Cannot write a backup to BACKUP_DIR ${folder}: `;
    expect(await backupNote({ backup_dir: file }, clock.now())).toContain(`${sentence(file)}EEXIST`);
    const below = join(file, 'backups');
    expect(await backupNote({ backup_dir: below }, clock.now())).toContain(`${sentence(below)}ENOTDIR`);
  });
});
