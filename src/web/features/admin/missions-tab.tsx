import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminMission, exportMissions } from '#contract/admin.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Pill } from '#web/ui/marks.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { saveCsv } from './download.ts';
import { ExportButton, ListFrame, SearchField } from './list-frame.tsx';
import { MissionDialog } from './mission-dialog.tsx';
import { askAsAdmin, missionsQuery, useAdminAction } from './queries.ts';
import { useList } from './use-list.ts';

type Sort = 'created_at' | 'title' | 'end_date';

const STATES = {
  active: <Pill tone="done">Active</Pill>,
  ended: <Pill tone="open">Ended</Pill>,
  completed: <Pill>Completed</Pill>,
} as const;
const day = (instant: string) => <span className="whitespace-nowrap text-ink-2">{shortDay(instant.slice(0, 10))}</span>;

const COLUMNS: [Column<AdminMission, Sort>, ...Column<AdminMission, Sort>[]] = [
  {
    head: 'Mission',
    sort: 'title',
    cell: (mission) => (
      <span className="min-w-0">
        <strong className="block truncate">{mission.title}</strong>
        <span className="block truncate text-ink-2">{mission.owner_name}</span>
      </span>
    ),
  },
  { head: 'Status', cell: (mission) => STATES[mission.state] },
  { head: 'Members', end: true, from: 'md', cell: (mission) => count(mission.member_count) },
  { head: 'Check-ins', end: true, from: 'md', cell: (mission) => count(mission.checkins_count) },
  { head: 'Last day', sort: 'end_date', end: true, from: 'sm', cell: (mission) => day(mission.last_day) },
  { head: 'Created', sort: 'created_at', end: true, from: 'sm', cell: (mission) => day(mission.created_at) },
];

/** Spec 2, Admin: the missions, each of which can be deleted. */
export function MissionsTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(missionsQuery(list.query));
  const [openId, setOpenId] = useState<string | null>(null);
  const open = result.data?.missions.find((mission) => mission.id === openId);
  const { q, sort, order } = list.query;
  const exporting = useAdminAction(() => askAsAdmin(exportMissions, { query: { q, sort, order } }).then(saveCsv));
  return (
    <ListFrame
      tools={
        <>
          <SearchField label="Find a mission" value={list.typed} onChange={list.setTyped} />
          <ExportButton
            busy={exporting.isPending}
            onExport={() => exporting.mutate(undefined, { onError: () => toast.error('Failed to load admin data') })}
          />
        </>
      }
      result={result}
      page={list.query.page}
      onPage={list.setPage}
      empty="No mission found."
    >
      <DataTable
        caption="Missions"
        columns={COLUMNS}
        rows={result.data?.missions ?? []}
        nameOf={(mission) => `${mission.title}, ${mission.owner_name}`}
        onOpen={(mission) => setOpenId(mission.id)}
        sort={sort}
        order={order}
        onSort={list.sortBy}
      />
      {open && <MissionDialog mission={open} onClose={() => setOpenId(null)} />}
    </ListFrame>
  );
}
