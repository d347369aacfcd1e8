import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedError } from './error.ts';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** Returns true if this process is root, as which PostgreSQL refuses to run. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns the user for a root process: the owner of an existing cluster, else `postgres`, else `nobody`. Throws an
 * EmbeddedError if there is none.
 */
export async function serverAccount(cluster: string): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    const name = lines.find((fields) => fields[2] === String(owner.uid))?.[0] ?? `number ${owner.uid}`;
    return { uid: owner.uid, gid: owner.gid, name };
  }
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((fields) => fields[0] === name) ?? [];
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new EmbeddedError(
    'PostgreSQL does not run as root, and no user "postgres" or "nobody" exists: start Emberkin as another user or set DATABASE_URL.',
  );
}

/**
 * Returns true if the mode bits let the user read `path` and pass all folders above it. With `mode` 'pass', entering
 * the folder is enough.
 */
export async function canReach(account: Account, path: string, mode: 'read' | 'pass' = 'read'): Promise<boolean> {
  let current = await realpath(path);
  let wanted = mode === 'read' ? 5 : 1;
  for (;;) {
    const info = await stat(current);
    const shift = info.uid === account.uid ? 6 : info.gid === account.gid ? 3 : 0;
    const needed = info.isDirectory() ? wanted : 4;
    if (((info.mode >> shift) & needed) !== needed) return false;
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
    wanted = 1;
  }
}
