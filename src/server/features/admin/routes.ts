import * as contract from '#contract/admin.ts';
import * as accounts from '#contract/admin-accounts.ts';
import { readMediaReport } from '#platform/db/server-facts.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import { networkKey } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { requireFreeName } from '../../services/profile/public.ts';
import * as commands from './commands.ts';
import * as lists from './lists/queries.ts';
import type { Admin } from './public.ts';
import * as queries from './queries.ts';
import { readCharts, readStats, readVersion } from './stats/queries.ts';

/** Returns the offset of a page number that starts at 1. */
const windowOf = ({ limit, page }: { limit: number; page: number }) => ({ limit, offset: (page - 1) * limit });

function signInRoutes(serve: Serve<unknown, Admin>, { db, passwords, config: { admin_totp } }: Deps): void {
  serve(contract.adminLogin, async ({ body, now, request }) => {
    const account = await queries.findAccount(db);
    const known = account?.username === body.username ? account : null;
    // Verify without a hash too, so that a wrong name takes as long as a wrong password.
    const isKnown = await passwords.verify(known?.password_hash ?? null, body.password);
    if (!isKnown || !known || (admin_totp !== null && !(await commands.takeCode(db, admin_totp, body.code, now)))) {
      await commands.noteRefusedSignIn(db, networkKey(request.ip), now);
      logSecurity(request, 'admin_login_failed');
      // The same error for every cause, so no one can test a password without the code.
      return fail('wrong_admin_credentials', admin_totp === null ? {} : { exact: 'wrong_admin_code' });
    }
    const session = await commands.startAdminSession(db, known.username, now);
    logSecurity(request, 'admin_login');
    return session;
  });

  serve(contract.adminLogout, async ({ admin }) => {
    await queries.deleteAdminSession(db, admin.session_id);
  });
}

function listRoutes(serve: Serve<unknown, Admin>, { db, storage }: Deps): void {
  serve(contract.adminStats, async ({ now }) => {
    const { place, held } = await readMediaReport(db, storage.place);
    return { ...(await readStats(db, now)), photos: { place, held }, database: await readVersion(db) };
  });
  serve(contract.adminCharts, async ({ now }) => ({ days: await readCharts(db, now) }));

  serve(accounts.adminUsers, async ({ query, now }) => {
    const { page, ...list } = query;
    const users = await lists.listUsers(db, { ...list, ...windowOf(query) }, now);
    return { users, total: await lists.countUsers(db, query.q) };
  });

  serve(contract.adminMissions, async ({ query, now }) => {
    const { page, ...list } = query;
    const missions = await lists.listMissions(db, { ...list, ...windowOf(query) }, now);
    return { missions, total: await lists.countMissions(db, query.q) };
  });

  serve(contract.adminTransactions, async ({ query }) => {
    const { page, ...list } = query;
    const transactions = await lists.listTransactions(db, { ...list, ...windowOf(query) });
    return { transactions, total: await lists.countTransactions(db, query.q) };
  });

  serve(contract.auditLog, async ({ query }) => {
    const { limit, offset } = windowOf(query);
    const { show } = query;
    return { entries: await queries.listAudit(db, show, limit, offset), total: await queries.countAudit(db, show) };
  });
}

function moderationRoutes(serve: Serve<unknown, Admin>, deps: Deps): void {
  const { db } = deps;
  serve(contract.adminDeleteMission, ({ params, admin, now }) =>
    commands.deleteMission(deps, admin.username, params.id, now),
  );

  serve(accounts.suspendUser, async ({ params, body, admin, now, request }) => {
    await commands.suspendUser(db, admin.username, { ...params, ...body }, now);
    logSecurity(request, 'suspended', { user_id: params.id });
  });

  serve(accounts.reinstateUser, ({ params, admin, now }) => commands.reinstateUser(db, admin.username, params.id, now));
}

function accountRoutes(serve: Serve<unknown, Admin>, deps: Deps): void {
  serve(accounts.createUser, async ({ body, admin, now, request }) => {
    requireFreeName(body.name);
    const created = await commands.createUser(deps, admin.username, body, now);
    logSecurity(request, 'registered', { user_id: created.id });
    return created;
  });

  serve(accounts.createResetLink, async ({ params, admin, now }) => {
    if (!deps.config.passwords) fail('passwords_off');
    return commands.createResetLink(deps, admin.username, params.id, now);
  });
}

export function adminRoutes(serve: Serve<unknown, Admin>, deps: Deps): void {
  signInRoutes(serve, deps);
  listRoutes(serve, deps);
  moderationRoutes(serve, deps);
  accountRoutes(serve, deps);
}
