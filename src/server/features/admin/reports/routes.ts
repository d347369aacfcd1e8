import * as contract from '#contract/admin-reports.ts';
import type { Deps } from '../../../deps.ts';
import type { Serve } from '../../../http/serve.ts';
import type { Admin } from '../public.ts';
import { insertAudit } from '../queries.ts';
import * as reports from './commands.ts';

/** Reports of users, and the operator's decisions about them. */
export function reportRoutes(serve: Serve<unknown, Admin>, { db, photo_urls }: Deps): void {
  serve(contract.adminReports, async ({ query: { status, limit, page }, now }) => {
    const window = { status, limit, offset: (page - 1) * limit };
    return {
      reports: await reports.listReports(db, window, photo_urls, now),
      total: await reports.countReports(db, status),
    };
  });

  serve(contract.hideReported, ({ params, body, admin, now }) =>
    db.transact(async (tx) => {
      const report = await reports.hideReported(tx, params.id, body.reason, now);
      const done = { admin: admin.username, action: 'report_hidden', target_id: params.id } as const;
      await insertAudit(tx, { ...done, target: reports.reportTarget(report), note: body.reason }, now);
      const { mission_id, checkin_id } = report;
      if (mission_id && checkin_id) tx.changed({ mission_id, checkin_id }, 'feed', 'checkin', 'notifications');
    }),
  );

  serve(contract.dismissReport, ({ params, admin, now }) =>
    db.transact(async (tx) => {
      const target = reports.reportTarget(await reports.dismissReport(tx, params.id, now));
      const done = { admin: admin.username, action: 'report_dismissed', target_id: params.id } as const;
      await insertAudit(tx, { ...done, target }, now);
    }),
  );
}
