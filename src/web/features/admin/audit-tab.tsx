import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry } from '#contract/admin.ts';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { Tabs } from '#platform/web/kit/tabs.tsx';
import { clockTime, shortDay } from '#platform/web/lib/format.ts';
import { ListLayout } from './list-layout.tsx';
import { auditQuery } from './queries.ts';

const ACTIONS: Record<AuditEntry['action'], string> = {
  login: 'Signed in',
  login_failed: 'Refused a sign-in',
  mission_deleted: 'Deleted a mission',
  user_suspended: 'Suspended an account',
  user_reinstated: 'Reinstated an account',
  report_hidden: 'Hid a reported post',
  report_dismissed: 'Dismissed a report',
  list_exported: 'Exported a list',
  user_created: 'Created an account',
  reset_link_created: 'Created a reset link',
};

const SHOWN = [
  { id: 'actions', name: 'Actions' },
  { id: 'all', name: 'With refused sign-ins' },
] as const;
type Shown = (typeof SHOWN)[number]['id'];

/** The operator's actions, newest first. The log is read-only. */
export function AuditTab() {
  const [page, setPage] = useState(1);
  const [show, setShow] = useState<Shown>('actions');
  const result = useQuery(auditQuery({ show, page, limit: LIST_MAX }));
  const choose = (next: Shown) => {
    setShow(next);
    setPage(1);
  };
  return (
    <ListLayout
      tools={<Tabs label="Entries" tabs={SHOWN} chosen={show} onChoose={choose} controls="records-of-tab" />}
      tab={show}
      result={result}
      page={page}
      onPage={setPage}
      empty="No actions yet."
    >
      <table className="w-full text-sm">
        <caption className="sr-only">Audit log</caption>
        <thead className="bg-sunk text-ink-2">
          <tr className="h-11 font-semibold">
            <th scope="col" className="ps-4 text-start sm:ps-6">
              What
            </th>
            <th scope="col" className="px-3 text-start max-sm:hidden">
              Who
            </th>
            <th scope="col" className="px-3 text-end max-sm:pe-4 sm:pe-6">
              When (UTC)
            </th>
          </tr>
        </thead>
        <tbody>
          {result.data?.entries.map((entry) => (
            <tr key={entry.id} className="border-b border-line align-top">
              <th scope="row" className="py-3 ps-4 text-start font-normal sm:ps-6">
                <strong>{ACTIONS[entry.action]}</strong>
                <Target entry={entry} />
              </th>
              <td className="px-3 py-3 wrap-anywhere max-sm:hidden">{entry.admin}</td>
              <td className="px-3 py-3 text-end whitespace-nowrap text-ink-2 tabular max-sm:pe-4 sm:pe-6">
                <span className="block">{shortDay(entry.at.slice(0, 10))}</span>
                <span className="block">{clockTime(entry.at, 'UTC')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ListLayout>
  );
}

function Target({ entry }: { entry: AuditEntry }) {
  // Accounts appear with their current name; deleted accounts have none.
  const name = entry.target ?? (entry.target_id ? DELETED_NAME : null);
  return (
    <>
      {name && <span className="block wrap-anywhere">{name}</span>}
      {entry.target_id && <span className="block text-xs text-ink-2 wrap-anywhere">{entry.target_id}</span>}
      {entry.note && <span className="mt-1 block text-ink-2 wrap-anywhere">{entry.note}</span>}
    </>
  );
}
