import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const FOLDERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.', '../lib64'].map((name) => join('/usr/lib', name));

/** Returns nss_wrapper, which gives a process other entries of /etc/passwd, or undefined if it is not installed. */
export const findNssWrapper = (): string | undefined =>
  FOLDERS.map((folder) => join(folder, 'libnss_wrapper.so')).find((file) => existsSync(file));

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * Runs `work` with an environment in which initdb finds a name for this account. initdb needs a name, but a container's
 * user can be any number. `draft` is the path of temporary files. The environment is empty if the account has a name or
 * the library is missing.
 */
export async function withAccountName<T>(draft: string, work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const library = process.platform === 'linux' && !hasName() ? findNssWrapper() : undefined;
  if (library === undefined) return work({});
  const [passwd, group] = [`${draft}.passwd`, `${draft}.group`];
  const [uid, gid] = [process.getuid!(), process.getgid!()];
  try {
    await writeFile(passwd, `emberkin:x:${uid}:${gid}::/:/usr/sbin/nologin\n`, { mode: 0o600, flag: 'wx' });
    await writeFile(group, `emberkin:x:${gid}:\n`, { mode: 0o600, flag: 'wx' });
    return await work({ LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group });
  } finally {
    await rm(passwd, { force: true });
    await rm(group, { force: true });
  }
}
