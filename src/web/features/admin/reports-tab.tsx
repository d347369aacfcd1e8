import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { suspendUser } from '#contract/admin-accounts.ts';
import { type AdminReport, dismissReport, hideReported } from '#contract/admin-reports.ts';
import { LIST_MAX, REASON_MAX } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Tabs } from '#platform/web/kit/tabs.tsx';
import { count, shortDay } from '#platform/web/lib/format.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { DetailList } from './data-table.tsx';
import { ListLayout } from './list-layout.tsx';
import { callAsAdmin, reportsQuery, useAdminAction } from './queries.ts';

const STATUS_NAMES = { open: 'Open', hidden: 'Hidden', dismissed: 'Dismissed' };
const STATUSES = (['open', 'hidden', 'dismissed'] as const).map((id) => ({ id, name: STATUS_NAMES[id] }));

export function ReportsTab() {
  const [status, setStatus] = useState<AdminReport['status']>('open');
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<string | null>(null);
  const result = useQuery(reportsQuery({ status, page, limit: LIST_MAX }));
  const open = result.data?.reports.find((report) => report.id === openId);
  const choose = (next: AdminReport['status']) => {
    setStatus(next);
    setPage(1);
  };
  return (
    <ListLayout
      tools={<Tabs label="Status" tabs={STATUSES} chosen={status} onChoose={choose} controls="records-of-tab" />}
      tab={status}
      result={result}
      page={page}
      onPage={setPage}
      empty={status === 'open' ? 'No reports. All is well.' : 'No reports here.'}
    >
      <ul className="grid border-t border-line">
        {result.data?.reports.map((report) => (
          <li
            key={report.id}
            className="grid gap-2 border-b border-line p-4 text-sm sm:grid-cols-[1fr_auto] sm:gap-x-6 sm:px-6"
          >
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <strong className="wrap-anywhere">{report.author.name}</strong>
              <Pill>{report.kind === 'comment' ? 'Comment' : 'Check-in'}</Pill>
              {report.open_count > 1 && <Pill tone="open">{count(report.open_count)} reports</Pill>}
              {!report.is_there && <Pill>No longer there</Pill>}
              {report.author.suspended_at && <Pill tone="open">Suspended</Pill>}
            </p>
            <blockquote className="min-w-0 border-s-4 border-line ps-3 text-base wrap-anywhere sm:col-start-1">
              {report.content || 'No text'}
            </blockquote>
            <p className="min-w-0 text-ink-2 wrap-anywhere sm:col-start-1">
              {report.reporter.name}, {shortDay(report.created_at.slice(0, 10))}: {report.reason}
            </p>
            <Button
              kind="quiet"
              size="sm"
              className="justify-self-start sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:self-center"
              aria-label={`Review the report about ${report.author.name}`}
              onClick={() => setOpenId(report.id)}
            >
              Review
            </Button>
          </li>
        ))}
      </ul>
      {open && <ResolveReportDialog report={open} onClose={() => setOpenId(null)} />}
    </ListLayout>
  );
}

const canSuspend = ({ author }: AdminReport) => !author.suspended_at && !author.is_deleted;

function ResolveReportDialog({ report, onClose }: { report: AdminReport; onClose: () => void }) {
  return (
    <Dialog title={`${report.author.name}: ${report.kind === 'comment' ? 'comment' : 'check-in'}`} onClose={onClose}>
      <blockquote className="mt-5 border-s-4 border-line ps-3 whitespace-pre-line wrap-anywhere">
        {report.content || 'No text'}
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
          ['Status', STATUS_NAMES[report.status]],
          ...(report.resolved_at ? [['Resolved on', shortDay(report.resolved_at.slice(0, 10))] as const] : []),
        ]}
      />
      {(report.status === 'open' || canSuspend(report)) && <Decide report={report} onDone={onClose} />}
    </Dialog>
  );
}

function useDecisions(report: AdminReport, reason: string, onDone: () => void) {
  const params = { id: report.id };
  const hide = useAdminAction(() => callAsAdmin(hideReported, { params, body: { reason } }));
  const dismiss = useAdminAction(() => callAsAdmin(dismissReport, { params }));
  const suspend = useAdminAction(() =>
    callAsAdmin(suspendUser, { params: { id: report.author.id }, body: { reason: reason || report.reason } }),
  );
  const after = (done: string, failed: string) => ({
    onSuccess: () => {
      toast.success(done);
      onDone();
    },
    onError: (error: unknown) => toast.failure(error, failed),
  });
  return {
    hiding: hide.isPending,
    busy: hide.isPending || dismiss.isPending || suspend.isPending,
    hide: () => hide.mutate(undefined, after('Post hidden', "We couldn't hide the post")),
    dismiss: () => dismiss.mutate(undefined, after('Report dismissed', "We couldn't dismiss the report")),
    suspend: () => suspend.mutate(undefined, after('Account suspended', "We couldn't suspend the account")),
  };
}

function Decide({ report, onDone }: { report: AdminReport; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, hiding, hide, dismiss, suspend } = useDecisions(report, reason, onDone);
  const open = report.status === 'open';
  return (
    <div className="mt-6 grid gap-4 pt-5 seam">
      <CountedField
        id="report-reason"
        label="Your reason"
        note={`${open && report.is_there ? 'Hiding needs a reason. ' : ''}The author of a hidden check-in can read it. It's kept in the audit log.`}
        max={REASON_MAX}
        area
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        {open && report.is_there && (
          <Button disabled={busy || reason.trim() === ''} busy={hiding} busyLabel="Hiding..." onClick={hide}>
            Hide post
          </Button>
        )}
        {open && (
          <Button kind="quiet" disabled={busy} onClick={dismiss}>
            Dismiss
          </Button>
        )}
        {canSuspend(report) && (
          <Button kind="quiet" disabled={busy} onClick={suspend}>
            Suspend author
          </Button>
        )}
      </div>
    </div>
  );
}
