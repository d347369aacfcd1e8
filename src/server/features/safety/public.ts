import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';

/** Blocks a person. Safe to repeat. */
export async function insertBlock(db: Queryable, blockerId: string, userId: string, now: Date): Promise<void> {
  await db.rows('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    blockerId,
    userId,
    now,
  ]);
}

/** A report for the operator to settle, without the post's ID if the post was deleted. */
const ReportRow = z.object({
  id: Id,
  kind: z.enum(['checkin', 'comment']),
  status: z.enum(['open', 'hidden', 'dismissed']),
  mission_id: z.nullable(Id),
  checkin_id: z.nullable(Id),
  comment_id: z.nullable(Id),
});
export type ReportRow = z.output<typeof ReportRow>;

/** Locks a report until commit: of two concurrent requests to settle it, the second finds it settled. */
export const lockReport = (tx: Tx, reportId: string): Promise<ReportRow | null> =>
  firstRow(
    tx,
    ReportRow,
    'select id, kind, status, mission_id, checkin_id, comment_id from reports where id = $1 for update',
    [reportId],
  );

/** Settles a report and every other open report of the same post. Expects a lock on the report's row. */
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
