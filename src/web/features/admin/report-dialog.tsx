import { useState } from 'react';
import { type AdminReport, dismissReport, hideReported, suspendUser } from '#contract/admin.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { shortDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/counted-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DetailList } from './detail-list.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

const STATUSES = { open: 'Open', hidden: 'Hidden', dismissed: 'Dismissed' } as const;

const canSuspend = ({ author }: AdminReport) => !author.suspended_at && !author.is_deleted;

/** A report, opened: the post, and the three things that can be done about it. */
export function ResolveReportDialog({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  return (
    <Dialog title={`${report.author.name}: ${report.kind === 'comment' ? 'comment' : 'check-in'}`} onClose={onClose}>
      <blockquote className="mt-5 border-s-4 border-line ps-3 whitespace-pre-line wrap-anywhere">
        {report.content || 'Without words'}
      </blockquote>
      {report.photo_url && (
        <img src={report.photo_url} alt="Reported" className="mt-4 max-h-80 rounded-md border-2 border-line" />
      )}
      <DetailList
        facts={[
          ['Reported by', report.reporter.name],
          ['Reported on', shortDay(report.created_at.slice(0, 10))],
          ['Reason', report.reason],
          ['Mission', report.mission_title ?? 'Deleted'],
          ['Status', STATUSES[report.status]],
          ['Settled on', report.resolved_at ? shortDay(report.resolved_at.slice(0, 10)) : 'Not yet'],
        ]}
      />
      {(report.status === 'open' || canSuspend(report)) && <Decide report={report} onDone={onClose} />}
    </Dialog>
  );
}

function Decide({ report, onDone }: { report: AdminReport; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const params = { id: report.id };
  const hide = useAdminAction(() => callAsAdmin(hideReported, { params, body: { reason } }));
  const dismiss = useAdminAction(() => callAsAdmin(dismissReport, { params }));
  const suspend = useAdminAction(() =>
    callAsAdmin(suspendUser, { params: { id: report.author.id }, body: { reason: reason || report.reason } }),
  );
  const busy = hide.isPending || dismiss.isPending || suspend.isPending;
  const after = (done: string, failed: string) => ({
    onSuccess: () => {
      toast.success(done);
      onDone();
    },
    onError: (error: unknown) => toast.error(detailOf(error, failed)),
  });
  const open = report.status === 'open';
  return (
    <div className="mt-6 grid gap-4 pt-5 seam">
      <CountedField
        id="report-reason"
        label="Reason"
        note="The author of a hidden check-in reads it, and it stands in the audit log."
        max={REASON_MAX}
        area
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {open && report.is_there && (
          <Button
            disabled={busy || reason.trim() === ''}
            busy={hide.isPending}
            busyLabel="Hiding..."
            onClick={() => hide.mutate(undefined, after('Post hidden', 'Failed to hide the post'))}
          >
            Hide post
          </Button>
        )}
        {open && (
          <Button
            kind="quiet"
            disabled={busy}
            onClick={() => dismiss.mutate(undefined, after('Report dismissed', 'Failed to dismiss the report'))}
          >
            Dismiss
          </Button>
        )}
        {canSuspend(report) && (
          <Button
            kind="quiet"
            disabled={busy}
            onClick={() => suspend.mutate(undefined, after('Account suspended', 'Failed to suspend the account'))}
          >
            Suspend author
          </Button>
        )}
      </div>
    </div>
  );
}
