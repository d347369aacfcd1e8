import type { Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import { lockReport, type ReportRow } from '../../safety/public.ts';

/** Locks an open report until commit. Throws `report_not_found`, or `report_resolved` if it is settled. */
export async function lockOpenReport(tx: Tx, reportId: string): Promise<ReportRow> {
  const report = (await lockReport(tx, reportId)) ?? fail('report_not_found');
  return report.status === 'open' ? report : fail('report_resolved');
}

/** Returns the reported post, authorized for hiding. Throws `post_gone` if it was deleted. */
export const requirePost = ({ kind, comment_id, checkin_id }: Pick<ReportRow, 'kind' | 'comment_id' | 'checkin_id'>) =>
  ({ id: (kind === 'comment' ? comment_id : checkin_id) ?? fail('post_gone') }) as Authorized<
    { id: string },
    'operator'
  >;
