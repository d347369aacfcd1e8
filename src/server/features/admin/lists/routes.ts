import * as contract from '#contract/admin.ts';
import * as accounts from '#contract/admin-accounts.ts';
import { EXPORT_ROWS_MAX } from '#domain/limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Admin } from '../public.ts';
import * as queries from '../queries.ts';
import * as lists from './queries.ts';
import { fileOf, MISSION_COLUMNS, TRANSACTION_COLUMNS, USER_COLUMNS } from './view.ts';

const WHOLE = { limit: EXPORT_ROWS_MAX, offset: 0 };

export function exportRoutes(serve: Serve<unknown, Admin>, { db }: Deps): void {
  /** Logs an export before the response contains the list. */
  const noteExport = (admin: string, target: string, now: Date) =>
    queries.insertAudit(db, { admin, action: 'list_exported', target }, now);

  serve(accounts.exportUsers, async ({ query, admin, now }) => {
    const rows = await lists.listUsers(db, { ...query, ...WHOLE }, now);
    await noteExport(admin.username, 'users', now);
    return fileOf('users', USER_COLUMNS, rows, await lists.countUsers(db, query.q), now);
  });

  serve(contract.exportMissions, async ({ query, admin, now }) => {
    const rows = await lists.listMissions(db, { ...query, ...WHOLE }, now);
    await noteExport(admin.username, 'missions', now);
    return fileOf('missions', MISSION_COLUMNS, rows, await lists.countMissions(db, query.q), now);
  });

  serve(contract.exportTransactions, async ({ query, admin, now }) => {
    const rows = await lists.listTransactions(db, { ...query, ...WHOLE });
    await noteExport(admin.username, 'transactions', now);
    return fileOf('transactions', TRANSACTION_COLUMNS, rows, await lists.countTransactions(db, query.q), now);
  });
}
