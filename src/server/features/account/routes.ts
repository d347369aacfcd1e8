import { randomBytes } from 'node:crypto';
import * as contract from '#contract/account.ts';
import { dayOf } from '#domain/days.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { findPasswordHash } from '../auth/public.ts';
import { deleteAccount } from './commands.ts';
import { exportArchive } from './view-archive.ts';

/** Taking one's data along, and going (Decisions 7, 9). */
export function accountRoutes(serve: Serve, { db, passwords, queue, live, storage }: Deps): void {
  serve(contract.exportData, async ({ user, now, request }) => {
    const { session_id: _, ...row } = user;
    const stream = await exportArchive({ db, storage, log: request.log }, row, now);
    return { name: `emberkin-${dayOf(now, user.timezone)}.zip`, stream };
  });

  serve(contract.deleteAccount, async ({ user, body, now }) => {
    if (!(await passwords.verify(await findPasswordHash(db, user.id), body.password)))
      fail('wrong_password', { errors: [{ path: 'password', message: 'This password is not right' }] });
    // Hashed before, as nothing slow happens inside the transaction.
    const password_hash = await passwords.hash(randomBytes(32).toString('base64url'));
    await db.transact(async (tx, after) => {
      const { mission_ids, invitee_ids } = await deleteAccount(tx, queue, { id: user.id, password_hash }, now);
      after(() => queue.nudge());
      after(() => {
        for (const mission_id of mission_ids) live.hint({ mission_id }, 'people');
        live.hint({ user_ids: invitee_ids }, 'invitations');
      });
    });
    return undefined;
  });
}
