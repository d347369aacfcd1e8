import * as z from 'zod/mini';
import { AdminReport } from '#contract/admin-reports.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Db, Queryable, Tx } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import type { PhotoUrls } from '#platform/storage/signed-url.ts';
import { setHidden } from '../../checkins/public.ts';
import { removeComment } from '../../comments/public.ts';
import { type ReportRow, settleReports } from '../../safety/public.ts';
import { insertAudit } from '../queries.ts';
import { lockOpenReport, requirePost } from './access.ts';

const ReportListRow = z.extend(z.omit(AdminReport, { reporter: true, author: true, photo_url: true }), {
  photo_key: z.nullable(Text),
  reporter_id: Id,
  reporter_name: Text,
  author_id: Id,
  author_name: Text,
  suspended_at: z.nullable(Instant),
  is_deleted: Bool,
});

interface Window {
  status: AdminReport['status'];
  limit: number;
  offset: number;
}

/** Lists one page of the reports with a status, newest first. */
export async function listReports(
  db: Queryable,
  { status, limit, offset }: Window,
  urls: PhotoUrls,
  now: Date,
): Promise<AdminReport[]> {
  const rows = await db.rows(
    ReportListRow,
    `select r.id, r.kind, r.content, r.reason, r.status, r.created_at, r.resolved_at, c.photo_key,
       who.id as reporter_id, who.name as reporter_name, author.id as author_id, author.name as author_name,
       author.suspended_at, author.deleted_at is not null as is_deleted, m.title as mission_title,
       case r.kind when 'checkin' then c.id is not null else k.id is not null and k.removed_at is null end as is_there,
       (select count(*) from reports o where o.status = 'open' and o.kind = r.kind and (o.id = r.id
         or (r.kind = 'comment' and o.comment_id = r.comment_id)
         or (r.kind = 'checkin' and o.checkin_id = r.checkin_id))) as open_count
     from reports r join users who on who.id = r.reporter_id join users author on author.id = r.author_id
     left join missions m on m.id = r.mission_id
     left join checkins c on c.id = r.checkin_id and r.kind = 'checkin'
     left join comments k on k.id = r.comment_id
     where r.status = $1 order by r.id desc limit $2 offset $3`,
    [status, limit, offset],
  );
  return rows.map(
    ({ photo_key, reporter_id, reporter_name, author_id, author_name, suspended_at, is_deleted, ...row }) => ({
      ...row,
      photo_url: urls.of(photo_key, now).photo_small_url,
      reporter: { id: reporter_id, name: reporter_name },
      author: { id: author_id, name: author_name, suspended_at, is_deleted },
    }),
  );
}

export const countReports = (db: Queryable, status: AdminReport['status']): Promise<number> =>
  onlyValue(db, Int, 'select count(*) as count from reports where status = $1', [status]);

const reportTarget = (report: ReportRow) => (report.kind === 'comment' ? 'Comment' : 'Check-in');

/** Removes a comment's text, or hides a check-in from the other members. */
async function hidePost(tx: Tx, report: ReportRow, reason: string, now: Date): Promise<void> {
  const post = requirePost(report);
  if (report.kind === 'checkin') await setHidden(tx, post, { reason, by: 'operator' }, now);
  else if (!(await removeComment(tx, post, now))) fail('post_gone');
}

export const hideReported = (
  db: Db,
  admin: string,
  { id, reason }: { readonly id: string; readonly reason: string },
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    const report = await lockOpenReport(tx, id);
    // Settle the reports first. Deleting a comment without replies clears its ID in them.
    await settleReports(tx, report, 'hidden', now);
    await hidePost(tx, report, reason, now);
    const done = { admin, action: 'report_hidden', target_id: id } as const;
    await insertAudit(tx, { ...done, target: reportTarget(report), note: reason }, now);
    const { mission_id, checkin_id } = report;
    if (mission_id && checkin_id) tx.changed({ mission_id, checkin_id }, 'feed', 'checkin', 'notifications');
  });

export const dismissReport = (db: Db, admin: string, reportId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const report = await lockOpenReport(tx, reportId);
    await settleReports(tx, report, 'dismissed', now);
    const done = { admin, action: 'report_dismissed', target_id: reportId } as const;
    await insertAudit(tx, { ...done, target: reportTarget(report) }, now);
  });
