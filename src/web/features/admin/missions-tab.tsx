import { useQuery } from '@tanstack/react-query';
import { type AdminMission, exportMissions } from '#contract/admin.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Columns } from './data-table.tsx';
import { MissionDialog } from './mission-dialog.tsx';
import { callAsAdmin, missionsQuery } from './queries.ts';
import { RecordList } from './record-list.tsx';
import { useList } from './use-list.ts';

type Sort = 'created_at' | 'title' | 'end_date';

const STATES = {
  active: <Pill tone="done">Active</Pill>,
  ended: <Pill tone="open">Ended</Pill>,
  completed: <Pill>Completed</Pill>,
} as const;
const day = (instant: string) => <span className="whitespace-nowrap text-ink-2">{shortDay(instant.slice(0, 10))}</span>;

const COLUMNS: Columns<AdminMission, Sort> = [
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

/** The list of missions; a row opens the dialog that can delete one. */
export function MissionsTab() {
  const list = useList<Sort>('created_at');
  const result = useQuery(missionsQuery(list.query));
  return (
    <RecordList
      caption="Missions"
      find="Find a mission"
      empty="No mission found."
      list={list}
      result={result}
      rows={result.data?.missions}
      columns={COLUMNS}
      nameOf={(mission) => `${mission.title}, ${mission.owner_name}`}
      onExport={(query) => callAsAdmin(exportMissions, { query })}
      dialog={(mission, onClose) => <MissionDialog mission={mission} onClose={onClose} />}
    />
  );
}
