import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { page, total } from './admin.ts';
import { Instant, PersonName, Reason } from './fields.ts';

const ReportStatus = z.enum(['open', 'hidden', 'dismissed']);

export const AdminReport = namedObject('AdminReport', 'A report of a check-in or a comment, as the operator sees it.', {
  id: described(z.string(), 'The id of the report.'),
  kind: described(z.enum(['checkin', 'comment']), 'What was reported.'),
  content: described(z.string(), 'The text at the time of the report; empty for a tick, or a photo without text.'),
  photo_url: described(z.nullable(z.string()), 'The small photo as it is now; null without one.'),
  reason: described(z.string(), 'Why it was reported.'),
  status: described(ReportStatus, 'Whether it is open, or how it was settled.'),
  created_at: described(Instant, 'When it was reported.'),
  resolved_at: described(z.nullable(Instant), 'When it was settled; null while it is open.'),
  reporter: described(PersonName, 'Who reported it.'),
  author: described(
    z.extend(PersonName, {
      suspended_at: described(z.nullable(Instant), 'When the account was suspended; null if it is not.'),
      is_deleted: described(z.boolean(), 'Whether the account is deleted.'),
    }),
    'Who wrote it.',
  ),
  mission_title: described(z.nullable(z.string()), 'The title of the mission; null once it is deleted.'),
  open_count: described(z.number(), 'Open reports of the same post, including this one.'),
  is_there: described(z.boolean(), 'False once the post is deleted.'),
});
export type AdminReport = z.output<typeof AdminReport>;

export const adminReports = endpoint(
  { method: 'GET', path: '/api/admin/reports' },
  ON_SERVER && {
    access: 'admin',
    summary: 'List the reported check-ins and comments, newest first',
    query: z.extend(z.object({ status: described(z._default(ReportStatus, 'open'), 'Which reports.') }), page),
    response: z.object({
      reports: described(z.array(AdminReport), 'The reports.'),
      total,
    }),
  },
);

export const hideReported = endpoint(
  {
    method: 'POST',
    path: '/api/admin/reports/{id}/hide',
    body: z.object({ reason: described(Reason.shape.reason, 'The reason, for author and audit log.') }),
  },
  ON_SERVER && {
    access: 'admin',
    summary: 'Hide the reported post and settle all open reports of it; the author of a check-in can read the reason',
    errors: ['report_not_found', 'report_resolved', 'post_gone'],
  },
);

export const dismissReport = endpoint(
  { method: 'POST', path: '/api/admin/reports/{id}/dismiss' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Leave the reported post as it is and settle all open reports of it',
    errors: ['report_not_found', 'report_resolved'],
  },
);
