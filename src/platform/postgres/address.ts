import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedError } from './error.ts';
import { type Account, canReach } from './user.ts';

/** A server's address: the socket `<socketDir>/.s.PGSQL.<port>`, or a port of 127.0.0.1 if `socketDir` is null. */
export interface Address {
  readonly port: number;
  readonly socketDir: string | null;
}

/** Only part of the socket's name, and the default of `psql`. No port is opened. */
const SOCKET_PORT = 5432;
/** With the socket's name this makes 107 bytes, Linux's longest path, and 103 on macOS. */
const SOCKET_DIR_BYTES = process.platform === 'darwin' ? 89 : 90;
const PRIVATE_MODE = 0o700;

const fits = (dir: string) => Buffer.byteLength(dir) <= SOCKET_DIR_BYTES;

/**
 * Chooses a socket next to the cluster, or in the temporary folder if that path is too long. PostgreSQL's package for
 * Windows has no sockets, so `launch` chooses a port there.
 */
export async function chooseAddress(home: string): Promise<Address> {
  if (process.platform === 'win32') return { port: 0, socketDir: null };
  const inside = join(home, 'postgres-socket');
  if (fits(inside)) return { port: SOCKET_PORT, socketDir: inside };
  const name = `emberkin-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const outside = join(await realpath(tmpdir()), name);
  if (fits(outside)) return { port: SOCKET_PORT, socketDir: outside };
  throw new EmbeddedError(`${outside} is too long for a socket path: set DATA_DIR or TMPDIR to a shorter one.`);
}

/**
 * Creates the socket's folder for the server's user only. Anyone can create folders in the temporary folder, so an
 * existing one must be ours and private. Otherwise another user could impersonate the server.
 */
export async function prepareSocketDir(dir: string, home: string, account: Account | undefined): Promise<void> {
  const uid = account?.uid ?? process.getuid!();
  await mkdir(dir, { mode: PRIVATE_MODE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const info = await lstat(dir);
  const isOurs = info.isDirectory() && (info.uid === uid || info.uid === process.getuid!());
  const isPrivate = (info.mode & 0o777) === PRIVATE_MODE;
  if (!isOurs || (!isPrivate && !dir.startsWith(join(home, '/'))))
    throw new EmbeddedError(
      `${dir} is not a private folder of the account that runs the database: remove it and start again.`,
    );
  if (!isPrivate) await chmod(dir, PRIVATE_MODE);
  if (account && info.uid !== uid) await chown(dir, account.uid, account.gid);
  if (account && !(await canReach(account, dir)))
    throw new EmbeddedError(`User ${account.name} cannot reach ${dir}: set TMPDIR to a folder that it can reach.`);
}

const quoteItem = (dir: string) => `"${dir.replaceAll('"', '""')}"`;

/** Returns the settings that make a server listen only at this address. */
export const addressSettings = ({ socketDir }: Address): Record<string, string> => ({
  listen_addresses: socketDir === null ? '127.0.0.1' : '',
  unix_socket_directories: socketDir === null ? '' : quoteItem(socketDir),
});

/** Returns the address as arguments, which override settings files and identify the process. */
export const addressArguments = (address: Address): string[] => [
  ...['-p', String(address.port), '-c', `listen_addresses=${addressSettings(address).listen_addresses}`],
  ...(address.socketDir === null ? [] : ['-k', quoteItem(address.socketDir)]),
];

/** Returns true for the arguments of a server at this address. */
export const isListeningAt = (args: readonly string[], { port, socketDir }: Address): boolean =>
  socketDir === null ? !port || args.includes(String(port)) : args.includes(quoteItem(socketDir));

/** Returns the URL of a database; `application_name` marks this process's connections. */
export function connectionUrl(
  { port, socketDir }: Address,
  { user, password, database, tag }: { user: string; password: string; database: string; tag: string },
): string {
  const url = `postgresql://${user}:${encodeURIComponent(password)}@${socketDir === null ? '127.0.0.1' : 'localhost'}:${port}/${database}`;
  const host = socketDir === null ? '' : `host=${encodeURIComponent(socketDir)}&`;
  return `${url}?${host}application_name=${tag}`;
}
