import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';

/** Blocks a person; doing it again changes nothing. */
export async function insertBlock(db: Queryable, blockerId: string, userId: string, now: Date): Promise<void> {
  await db.rows('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    blockerId,
    userId,
    now,
  ]);
}

/** A report as the operator settles it; without the post's id once the post was deleted. */
export interface ReportRow {
  id: string;
  kind: 'checkin' | 'comment';
  status: 'open' | 'hidden' | 'dismissed';
  mission_id: string | null;
  checkin_id: string | null;
  comment_id: string | null;
}

/** Locks a report until commit: when two settle it at once, the second finds it settled. */
export const lockReport = (tx: Tx, reportId: string): Promise<ReportRow | null> =>
  firstRow<ReportRow>(
    tx,
    'select id, kind, status, mission_id, checkin_id, comment_id from reports where id = $1 for update',
    [reportId],
  );

/** Settles a report and every other open one of the same post. The caller has locked the report's row. */
export async function settleReports(
  tx: Tx,
  report: ReportRow,
  status: 'hidden' | 'dismissed',
  now: Date,
): Promise<void> {
  await tx.rows(
    `update reports set status = $2, resolved_at = $3 where status = 'open' and (id = $1
       or ($4 = 'comment' and kind = 'comment' and comment_id = $5) or ($4 = 'checkin' and kind = 'checkin' and checkin_id = $6))`,
    [report.id, status, now, report.kind, report.comment_id, report.checkin_id],
  );
}
