import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';
import { ask, cleanUpServers, postmaster, start as startWith, temporary } from '#server/testing/embedded-server.ts';
import { VERSION_SQL } from '../db/postgres-minors.ts';
import { findPackage, findPrograms, linkLibraries, majorOf } from './binaries.ts';
import { findNssWrapper } from './nss-wrapper.ts';
import { findRunning, isPostmaster } from './process.ts';
import { isRoot } from './user.ts';

const SLOW = 30_000;
const PROCESS_FILE = new URL('process.ts', import.meta.url).href;
const DEBIAN = '/usr/lib/postgresql/15/bin';
cleanUpServers();

describe.each([
  { of: 'the npm package', major: 18, bin: null, source: 'this release brings', earlier: 'release' },
  { of: 'POSTGRES_BIN', major: 15, bin: DEBIAN, source: 'POSTGRES_BIN has', earlier: 'POSTGRES_BIN' },
])('the embedded database with the programs of $of, PostgreSQL $major', ({ bin, major, source, earlier }) => {
  if (bin !== null && !existsSync(bin)) return it.skip(`is skipped without ${bin}`);
  const start = (dataDir: string, log: string[] = []) => startWith(dataDir, log, bin);

  it('starts in an empty folder, stops twice, and has its data at the next start', {
    timeout: SLOW,
  }, async () => {
    const dataDir = join(await temporary(0o755), 'new');
    const first = await start(dataDir);
    expect(first.location).toBe(join(dataDir, 'postgres'));
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    await ask(first.owner_url, "create table notes as select 'kept' as text");
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    await expect(ask(first.owner_url, 'select 1')).rejects.toThrow('ENOENT');

    const second = await start(dataDir);
    expect(second.reused).toBe(false);
    expect(await ask(second.owner_url, 'select text from notes')).toEqual([{ text: 'kept' }]);
    const settings = await ask(
      second.owner_url,
      `select ${VERSION_SQL} as version, current_setting('server_encoding') as encoding,
       coalesce(to_jsonb(d) ->> 'datlocale', d.datcollate) as locale, current_setting('fsync') as fsync
     from pg_database d where datname = current_database()`,
    );
    expect(settings).toEqual([{ version: second.version, encoding: 'UTF8', locale: 'C.UTF-8', fsync: 'off' }]);
    expect(majorOf(second)).toBe(major);
  });

  it('creates the tables and sorts texts by code point', { timeout: SLOW }, async () => {
    const { owner_url } = await start(await temporary(0o755));
    await prepareEmbeddedSchema(owner_url);
    expect(
      await ask(owner_url, 'select count(*)::int > 40 as are_there from pg_tables where schemaname = current_schema()'),
    ).toEqual([{ are_there: true }]);
    const sorted = "select string_agg(t, '' order by t) as t, upper('äé') as upper from unnest('{b,ä,B,a}'::text[]) t";
    expect(await ask(owner_url, sorted)).toEqual([{ t: 'Babä', upper: 'ÄÉ' }]);
  });

  it('rejects a cluster of another major version and suggests a backup', async () => {
    const dataDir = await temporary(0o755);
    const cluster = join(dataDir, 'postgres');
    await mkdir(cluster);
    await writeFile(join(dataDir, 'postgres-password'), 'secret');
    await writeFile(join(cluster, 'PG_VERSION'), '16\n');
    await expect(start(dataDir)).rejects.toThrow(
      `${cluster} is a database of PostgreSQL 16, and ${source} PostgreSQL ${major}: with the ${earlier} that it was used with, run "npm run backup -- FILE"; then move it away, and with this one run "npm run restore -- FILE" (docs/operations.md#postgresql).`,
    );
    await writeFile(join(cluster, 'PG_VERSION'), 'none');
    await expect(start(dataDir)).rejects.toThrow(`is not a database of PostgreSQL ${major} (PG_VERSION says "none")`);
  });

  it('restarts after a kill at the same URL, with all commits', {
    timeout: SLOW,
  }, async () => {
    const log: string[] = [];
    const embedded = await start(await temporary(0o755), log);
    await ask(embedded.owner_url, 'create table notes as select 1 as id');
    const { pid } = await postmaster(embedded);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await ask(embedded.owner_url, 'select id from notes')).toEqual([{ id: 1 }]), {
      timeout: 15_000,
      interval: 50,
    });
    expect((await postmaster(embedded)).pid).not.toBe(pid);
    expect(log[0]).toBe('The database stopped unexpectedly and is restarting.');
  });

  it.runIf(process.platform === 'linux')(
    'still recognizes a living server if this process can open no more files',
    { timeout: SLOW },
    async () => {
      const embedded = await start(await temporary(0o755));
      const server = await postmaster(embedded);
      const script = `
      import { openSync } from 'node:fs';
      import { findRunning, isPostmaster } from '${PROCESS_FILE}';
      const [server, dead, cluster] = ${JSON.stringify([server, { ...server, pid: 2 ** 22 + 1 }, embedded.location])};
      try { for (;;) openSync('/dev/null'); } catch {}
      const said = [server, dead].map(({ pid, ...address }) => isPostmaster(pid, address));
      const found = findRunning(cluster).then(() => 'an answer', ({ code }) => code);
      process.stdout.write(JSON.stringify(await Promise.all([...said, found])));`;
      const program = [process.execPath, '--input-type=module', '-e', script];
      const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 100 && exec "$0" "$@"', ...program]);
      expect(JSON.parse(stdout)).toEqual([true, false, 'EMFILE']);
    },
  );

  it('starts after it was killed with no process watching', { timeout: SLOW }, async () => {
    const dataDir = await temporary(0o755);
    const first = await start(dataDir);
    await ask(first.owner_url, 'create table notes as select 1 as id');
    const server = await postmaster(first);
    // Another process's connection keeps the server up after stop(), as if this process had been killed.
    const otherClient = new pg.Client({
      connectionString: first.owner_url.replace(/emberkin-[^-]+-\w+$/, 'emberkin-0-other'),
    });
    otherClient.on('error', () => {});
    await otherClient.connect();
    await first.stop();
    process.kill(server.pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await isPostmaster(server.pid, server)).toBe(false), 10_000);

    const second = await start(dataDir);
    expect(second.reused).toBe(false);
    expect(await ask(second.owner_url, 'select id from notes')).toEqual([{ id: 1 }]);
  });

  it('is shared by two starts, and only the last one to stop stops it', { timeout: SLOW }, async () => {
    const dataDir = await temporary(0o755);
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect([first.reused, second.reused]).toEqual([false, true]);
    const user = new pg.Client({ connectionString: second.owner_url });
    await user.connect();
    await first.stop();
    expect((await user.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await user.end();
    await second.stop();
    expect(await findRunning(second.location)).toBeUndefined();
  });

  it('has one server and one password after two concurrent first starts', { timeout: SLOW }, async () => {
    const dataDir = await temporary(0o755);
    const both = await Promise.all([start(dataDir), start(dataDir)]);
    const answers = await Promise.all(
      both.map(({ owner_url }) => ask(owner_url, 'select pg_postmaster_start_time()::text as started')),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it('removes an interrupted initdb, and reports a lost password', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    for (const draft of ['postgres.new', 'postgres.new-999999999-ab']) {
      await mkdir(join(dataDir, draft, 'base'), { recursive: true });
    }
    const embedded = await start(dataDir);
    expect(await ask(embedded.owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(stat(join(dataDir, 'postgres.new'))).rejects.toThrow('ENOENT');
    await expect(stat(join(dataDir, 'postgres.new-999999999-ab'))).rejects.toThrow('ENOENT');

    await embedded.stop();
    await rm(join(dataDir, 'postgres-password'));
    await expect(start(dataDir)).rejects.toThrow('put the file back, or move the database away');
  });

  it.runIf(isRoot())('is outside a folder that only root can enter', { timeout: SLOW }, async () => {
    const dataDir = await temporary(0o700);
    const log: string[] = [];
    const first = await start(dataDir, log);
    expect(first.location).toMatch(/^\/var\/lib\/emberkin\/data-[0-9a-f]{12}\/postgres$/);
    expect(log).toEqual([expect.stringContaining(`The database is in ${dirname(first.location)}`)]);
    await ask(first.owner_url, 'create table notes as select 1 as id');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.owner_url, 'select id from notes')).toEqual([{ id: 1 }]);
    await second.stop();

    // After DATA_DIR was emptied the database is empty; the earlier one was moved, not deleted.
    await rm(join(dataDir, 'postgres-password'));
    const third = await start(dataDir, log);
    await expect(ask(third.owner_url, 'select id from notes')).rejects.toThrow('does not exist');
    expect(log.at(-1)).toContain('the earlier database was moved to');
  });
});

it('two concurrent starts create the library links that an install script left out', async () => {
  const copy = join(await temporary(0o755), 'package');
  await cp(join(findPackage(), 'native/pg-symlinks.json'), join(copy, 'native/pg-symlinks.json'));
  await mkdir(join(copy, 'native/lib'));
  const links = JSON.parse(await readFile(join(copy, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  await Promise.all(links.map(({ source }) => cp(join(findPackage(), source), join(copy, source), { force: true })));
  await Promise.all([linkLibraries(copy), linkLibraries(copy)]);
  for (const { source, target } of links) {
    expect((await stat(join(copy, target))).ino).toBe((await stat(join(copy, source))).ino);
  }
});

it('findPackage suggests DATABASE_URL on a system without programs', () => {
  expect(() => findPackage('sunos', 'mips')).toThrow(
    'No embedded PostgreSQL exists for sunos on mips: set DATABASE_URL to a PostgreSQL server of your own.',
  );
});

describe('POSTGRES_BIN', () => {
  it('must contain all programs', async () => {
    const bin = await temporary(0o755);
    await expect(findPrograms(bin)).rejects.toThrow(`POSTGRES_BIN ${bin} has no initdb.`);
  });

  it.skipIf(process.platform === 'win32').each([
    ['another program', 'nothing'],
    ['a PostgreSQL that is too old', 'postgres (PostgreSQL) 14.20'],
    ['a PostgreSQL that was never tried', 'postgres (PostgreSQL) 19.1'],
  ])('must not contain %s', async (_, said) => {
    const bin = await temporary(0o755);
    for (const name of ['initdb', 'pg_ctl', 'postgres'])
      await writeFile(join(bin, name), `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
    await expect(findPrograms(bin)).rejects.toThrow(
      `POSTGRES_BIN ${bin} has "${said}": Emberkin starts PostgreSQL 15 to 18.`,
    );
  });
});

const library = findNssWrapper();
const LACKS = [
  [process.platform !== 'linux', 'this is not Linux'],
  [!isRoot(), 'only root can become another user'],
  [library === undefined, 'libnss-wrapper is not installed'],
] as const;
const lacks = LACKS.find(([isLacking]) => isLacking)?.[1];

it.skipIf(lacks !== undefined)(
  `the database can be created under a number without a name${lacks ? ` (${lacks})` : ''}`,
  { timeout: SLOW },
  async () => {
    const uid = 12_345;
    const dataDir = await temporary(0o700);
    await chown(dataDir, uid, uid);
    const script = `
      import { startEmbedded } from '${new URL('embedded.ts', import.meta.url).href}';
      const { stop, version } = await startEmbedded({ dataDir: process.argv[1], settings: { fsync: 'off' } });
      await stop();
      process.stdout.write(version);`;
    const program = [process.execPath, '--input-type=module', '-e', script, dataDir];
    const { stdout } = await promisify(execFile)('setpriv', [
      ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
      ...program,
    ]);
    expect(stdout).toMatch(/^18\.\d+$/);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  },
);
