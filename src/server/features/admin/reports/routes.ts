import * as contract from '#contract/admin-reports.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Admin } from '../public.ts';
import * as reports from './commands.ts';

export function reportRoutes(serve: Serve<unknown, Admin>, { db, photo_urls }: Deps): void {
  serve(contract.adminReports, async ({ query: { status, limit, page }, now }) => {
    const window = { status, limit, offset: (page - 1) * limit };
    return {
      reports: await reports.listReports(db, window, photo_urls, now),
      total: await reports.countReports(db, status),
    };
  });

  serve(contract.hideReported, ({ params, body, admin, now }) =>
    reports.hideReported(db, admin.username, { ...params, ...body }, now),
  );

  serve(contract.dismissReport, ({ params, admin, now }) => reports.dismissReport(db, admin.username, params.id, now));
}
