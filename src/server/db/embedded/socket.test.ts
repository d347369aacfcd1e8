import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { ask, cleanUpServers, postmaster, start, temporary } from '../../testing/embedded-server.ts';
import { type Address, chooseAddress, connectionUrl } from './address.ts';
import { type CommandRunner, prepareBinaries, runBinary } from './binaries.ts';
import type { Embedded } from './embedded.ts';
import { findRunning, isPostmaster } from './process.ts';
import { isRoot, serverAccount } from './user.ts';

const SLOW = 60_000;
cleanUpServers();

/** The inodes of the process's open sockets that listen for TCP connections. */
async function openPorts(pid: number): Promise<string[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const listening = new Set(rows.filter((row) => row[3] === '0A').map((row) => `socket:[${row[9]}]`));
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => listening.has(target));
}

/** Starts the server as the release before did: on a port of loopback, without a socket. */
async function startOnPort({ location }: Embedded, port: number): Promise<Address> {
  const account = isRoot() ? await serverAccount(location) : undefined;
  const { native } = await prepareBinaries(account);
  const run: CommandRunner = { native, cwd: dirname(location), account };
  const conf = join(location, 'emberkin.conf');
  const settings = (await readFile(conf, 'utf8'))
    .replace(/^listen_addresses.*$/m, "listen_addresses = '127.0.0.1'")
    .replace(/^unix_socket_directories.*$/m, "unix_socket_directories = ''");
  await writeFile(conf, settings);
  const args = ['start', '-w', '-D', basename(location), '-l', `${basename(location)}.log`, '-o', `-p ${port}`];
  const { code, text } = await runBinary(run, 'pg_ctl', args);
  expect(code, text).toBe(0);
  return { port, socketDir: null };
}

const ownerOn = (address: Address, url: string, tag: string) =>
  connectionUrl(address, { user: 'emberkin', password: new URL(url).password, database: 'emberkin', tag });

describe.skipIf(process.platform === 'win32')('the embedded server', () => {
  it('The embedded server listens on a socket in DATA_DIR that only its own account can reach, and on no port.', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const embedded = await start(dataDir);
    const server = await postmaster(embedded);
    const socketDir = join(dataDir, 'postgres-socket');
    expect(server).toMatchObject({ port: 5432, socketDir });
    const info = await lstat(socketDir);
    expect(info.mode & 0o777).toBe(0o700);
    expect(info.uid).toBe((await lstat(embedded.location)).uid);
    if (process.platform === 'linux') expect(await openPorts(server.pid)).toEqual([]);
    const listens = `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as dirs`;
    expect(await ask(embedded.owner_url, listens)).toEqual([{ tcp: '', dirs: `"${socketDir}"` }]);
  });

  it('The embedded server asks for the password on its socket as well.', { timeout: SLOW }, async () => {
    const { owner_url } = await start(await temporary(0o755));
    const wrong = new URL(owner_url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('The socket is among temporary files when DATA_DIR is too long for one.', { timeout: SLOW }, async () => {
    const dataDir = join(await temporary(0o755), 'x'.repeat(60));
    const first = await start(dataDir);
    const { socketDir } = await postmaster(first);
    expect(dirname(socketDir!)).toBe(tmpdir());
    expect((await lstat(socketDir!)).mode & 0o777).toBe(0o700);
    expect(await ask(first.app_url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // Another process finds it by what the server wrote, whatever folder it would choose itself.
    expect((await start(dataDir)).reused).toBe(true);
    await rm(socketDir!, { recursive: true });
  });

  it('A folder among temporary files that somebody else can change is not used for the socket.', {
    timeout: SLOW,
  }, async () => {
    const dataDir = join(await temporary(0o755), 'x'.repeat(60));
    const { socketDir } = await chooseAddress(dataDir);
    await mkdir(socketDir!);
    await chmod(socketDir!, 0o777);
    try {
      await expect(start(dataDir)).rejects.toThrow(`${socketDir} is not a private folder of the account`);
      await rm(socketDir!, { recursive: true });
      await writeFile(socketDir!, 'a file');
      await expect(start(dataDir)).rejects.toThrow('is not a private folder');
    } finally {
      await rm(socketDir!, { recursive: true });
    }
  });

  it('The server comes back on its socket though another program has the number in its stale lock file.', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const first = await start(dataDir);
    const { socketDir } = await postmaster(first);
    await first.stop();
    // As after a restart of the machine: the number of the server that was killed is another program's by now.
    const lock = `${process.pid}\n${first.location}\n1\n5432\n${socketDir}\n`;
    await writeFile(join(socketDir!, '.s.PGSQL.5432.lock'), lock);
    const second = await start(dataDir);
    expect(second.reused).toBe(false);
    expect(await ask(second.app_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('A server of another folder is not taken for the one that runs on this folder.', {
    timeout: SLOW,
  }, async () => {
    const [here, there] = [await start(await temporary(0o755)), await start(await temporary(0o755))];
    const [one, other] = [await postmaster(here), await postmaster(there)];
    expect(await isPostmaster(one.pid, one)).toBe(true);
    if (process.platform === 'linux') expect(await isPostmaster(one.pid, other)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a server that an earlier release left on a port', () => {
  it('A server that an earlier release left on a port comes back on its socket when nobody uses it.', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const before = await start(dataDir);
    await ask(before.owner_url, 'create table notes as select 1 as id');
    await before.stop();
    const former = await startOnPort(before, 55_433);

    const after = await start(dataDir);
    expect(after.reused).toBe(false);
    expect((await postmaster(after)).socketDir).toBe(join(dataDir, 'postgres-socket'));
    expect(await ask(after.owner_url, 'select id from notes')).toEqual([{ id: 1 }]);
    await expect(ask(ownerOn(former, before.owner_url, 'emberkin-0-x'), 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('A server on a port is shared with a process of an earlier release that uses it, and moves after that.', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const before = await start(dataDir);
    await before.stop();
    const former = await startOnPort(before, 55_434);
    const user = new pg.Client({ connectionString: ownerOn(former, before.owner_url, 'emberkin-0-former') });
    user.on('error', () => {});
    await user.connect();

    const log: string[] = [];
    const beside = await start(dataDir, log);
    expect(log).toContain(
      'The database still listens on a port for a process of an earlier release, until that has stopped.',
    );
    expect(beside.reused).toBe(true);
    expect(await ask(beside.app_url, 'select current_user::text as role')).toEqual([{ role: 'emberkin_app' }]);
    // Killed now, it comes back where both expect it.
    process.kill((await postmaster(beside)).pid, 'SIGKILL');
    await vi.waitFor(() => ask(beside.app_url, 'select 1'), { timeout: 10_000, interval: 100 });
    expect((await postmaster(beside)).port).toBe(former.port);
    await beside.stop();
    expect(await findRunning(beside.location)).toBeUndefined();

    const after = await start(dataDir);
    expect((await postmaster(after)).socketDir).toBe(join(dataDir, 'postgres-socket'));
  });
});
