import { randomBytes } from 'node:crypto';
import * as contract from '#contract/account.ts';
import { dayOf } from '#domain/days.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { findPasswordHash, type SessionUser } from '../auth/public.ts';
import { deleteAccount } from './commands.ts';
import { exportArchive } from './view-archive.ts';

/** Downloading one's data, and deleting the account (docs/rules.md#accounts). */
export function accountRoutes(serve: Serve<SessionUser>, { db, config, passwords, storage }: Deps): void {
  serve(contract.exportData, async ({ user, now, request }) => {
    const { session_id: _, ...row } = user;
    const stream = await exportArchive({ db, config, storage, log: request.log }, row, now);
    return { name: `emberkin-${dayOf(now, user.timezone)}.zip`, stream };
  });

  serve(contract.deleteAccount, async ({ user, body, now }) => {
    if (!(await passwords.verify(await findPasswordHash(db, user.id), body.password)))
      fail('wrong_password', { errors: [{ path: 'password', message: 'This password is not right' }] });
    // Hashed beforehand, since nothing slow may happen inside the transaction.
    const password_hash = await passwords.hash(randomBytes(32).toString('base64url'));
    await db.transact((tx) => deleteAccount(tx, config, { id: user.id, password_hash }, now));
  });
}
