import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, cleanUpServers, postmaster, start, temporary } from '#server/testing/embedded-server.ts';
import { chooseAddress } from './address.ts';
import { isPostmaster } from './process.ts';

const SLOW = 60_000;
cleanUpServers();

async function openPorts(pid: number): Promise<string[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const listening = new Set(rows.filter((row) => row[3] === '0A').map((row) => `socket:[${row[9]}]`));
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => listening.has(target));
}

describe.skipIf(process.platform === 'win32')('the embedded server', () => {
  it('listens only on a socket in DATA_DIR that only its own account can reach', {
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

  it('requires the password on its socket too', { timeout: SLOW }, async () => {
    const { owner_url } = await start(await temporary(0o755));
    const wrong = new URL(owner_url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('has its socket in the temporary folder if DATA_DIR is too long', { timeout: SLOW }, async () => {
    const dataDir = join(await temporary(0o755), 'x'.repeat(60));
    const first = await start(dataDir);
    const { socketDir } = await postmaster(first);
    expect(dirname(socketDir!)).toBe(tmpdir());
    expect((await lstat(socketDir!)).mode & 0o777).toBe(0o700);
    expect(await ask(first.app_url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // Another process reads the socket's folder from what the server wrote.
    expect((await start(dataDir)).reused).toBe(true);
    await rm(socketDir!, { recursive: true });
  });

  it('rejects a temporary folder that others can change', {
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

  it("starts even if a stale lock file names another program's process", {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const first = await start(dataDir);
    const { socketDir } = await postmaster(first);
    await first.stop();
    // As after a reboot: the killed server's ID belongs to another program.
    const lock = `${process.pid}\n${first.location}\n1\n5432\n${socketDir}\n`;
    await writeFile(join(socketDir!, '.s.PGSQL.5432.lock'), lock);
    const second = await start(dataDir);
    expect(second.reused).toBe(false);
    expect(await ask(second.app_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is distinguished from the server of another folder', {
    timeout: SLOW,
  }, async () => {
    const [here, there] = [await start(await temporary(0o755)), await start(await temporary(0o755))];
    const [one, other] = [await postmaster(here), await postmaster(there)];
    expect(await isPostmaster(one.pid, one)).toBe(true);
    if (process.platform === 'linux') expect(await isPostmaster(one.pid, other)).toBe(false);
  });
});
