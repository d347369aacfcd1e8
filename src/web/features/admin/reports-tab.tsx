import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminReport } from '#contract/admin.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ListLayout } from './list-layout.tsx';
import { reportsQuery } from './queries.ts';
import { ResolveReportDialog } from './report-dialog.tsx';

const STATUSES: { id: AdminReport['status']; name: string }[] = [
  { id: 'open', name: 'Open' },
  { id: 'hidden', name: 'Hidden' },
  { id: 'dismissed', name: 'Dismissed' },
];

/** What people reported: who said what, why it was reported, and the way to decide. */
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
      empty={status === 'open' ? 'Nothing is reported. All is well.' : 'No reports here.'}
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
              {report.content || 'Without words'}
            </blockquote>
            <p className="min-w-0 text-ink-2 wrap-anywhere sm:col-start-1">
              {report.reporter.name}, {shortDay(report.created_at.slice(0, 10))}: {report.reason}
            </p>
            <Button
              kind="quiet"
              size="sm"
              className="justify-self-start sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:self-center"
              aria-label={`Open the report about ${report.author.name}`}
              onClick={() => setOpenId(report.id)}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {open && <ResolveReportDialog report={open} onClose={() => setOpenId(null)} />}
    </ListLayout>
  );
}
