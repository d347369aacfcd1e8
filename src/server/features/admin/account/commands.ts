import { randomBytes } from 'node:crypto';
import type { Config } from '../../../app/config.ts';
import type { Deps } from '../../../app/deps.ts';
import * as queries from '../queries.ts';

const DEFAULT_NAME = 'admin';
/** Random bytes of a generated password. */
const PASSWORD_BYTES = 18;

interface Options extends Pick<Deps, 'db' | 'clock' | 'passwords'> {
  config: Pick<Config, 'admin_username' | 'admin_password'>;
}

/**
 * Applies the configured name and password to the operator's account; a change ends its sessions. Without a configured
 * password, the first start generates one and returns it to be printed once. Otherwise returns null.
 */
export async function prepareAdmin({ db, clock, passwords, config }: Options): Promise<string | null> {
  const account = await queries.findAccount(db);
  const username = config.admin_username ?? account?.username ?? DEFAULT_NAME;
  const now = clock.now();
  const { admin_password } = config;
  if (admin_password !== null) {
    const same = account?.username === username && (await passwords.verify(account.password_hash, admin_password));
    if (same) return null;
    const password_hash = await passwords.hash(admin_password);
    await db.transact((tx) => queries.replaceAccount(tx, { username, password_hash }, now));
    return null;
  }
  if (account) {
    if (account.username !== username)
      await db.transact((tx) => queries.replaceAccount(tx, { ...account, username }, now));
    return null;
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const password_hash = await passwords.hash(password);
  return (await queries.insertAccount(db, { username, password_hash }, now)) ? password : null;
}
