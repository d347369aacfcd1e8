import * as contract from '#contract/account.ts';
import { dayOf } from '#domain/days.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import type { SessionUser } from '../../services/auth/public.ts';
import { exportArchive } from './archive/view.ts';
import { deleteAccount } from './deletion/commands.ts';

export function accountRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, storage } = deps;
  serve(contract.exportData, async ({ user, token_id, reads_only, now, request }) => {
    const { session_id: _, saved_streaks: __, ...row } = user;
    const sources = { db, config, storage, log: request.log };
    const stream = await exportArchive(sources, row, now, { token_id, reads_only });
    logSecurity(request, 'archive_taken', { user_id: user.id });
    return { name: `emberkin-${dayOf(now, user.timezone)}.zip`, stream };
  });

  serve(contract.deleteAccount, async ({ user, body, now, request }) => {
    await deleteAccount(deps, user, body.password, request, now);
    logSecurity(request, 'account_deleted', { user_id: user.id });
  });
}
