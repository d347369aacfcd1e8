import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type AdminMission, type AdminStats, exportMissions } from '#contract/admin.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { SkipLink } from '#platform/web/kit/skip-link.tsx';
import { Tabs, tabId } from '#platform/web/kit/tabs.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { count } from '#platform/web/lib/format.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePlans } from '#web/data/site.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { AuditTab } from './audit-tab.tsx';
import { AdminChart } from './chart.tsx';
import { type Columns, dayCell, TwoLines } from './data-table.tsx';
import { DatabaseNote } from './database-note.tsx';
import { MissionDialog } from './mission-dialog.tsx';
import { PhotosNote } from './photos-note.tsx';
import { callAsAdmin, FAILED, missionsQuery, statsQuery, transactionsQuery, useAdminLogOut } from './queries.ts';
import { RecordList, useList } from './record-list.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { TransactionsTab } from './transactions-tab.tsx';
import { UsersTab } from './users-tab.tsx';

type Sort = 'created_at' | 'title' | 'end_date';

const STATES = {
  active: <Pill tone="done">Active</Pill>,
  ended: <Pill tone="open">Ended</Pill>,
  completed: <Pill>Completed</Pill>,
} as const;

const COLUMNS: Columns<AdminMission, Sort> = [
  { head: 'Mission', sort: 'title', cell: (mission) => <TwoLines first={mission.title} second={mission.owner_name} /> },
  { head: 'Status', cell: (mission) => STATES[mission.state] },
  { head: 'Members', end: true, from: 'md', cell: (mission) => count(mission.member_count) },
  { head: 'Check-ins', end: true, from: 'md', cell: (mission) => count(mission.checkins_count) },
  { head: 'Last day', sort: 'end_date', end: true, from: 'sm', cell: (mission) => dayCell(mission.last_day) },
  { head: 'Created', sort: 'created_at', end: true, from: 'sm', cell: (mission) => dayCell(mission.created_at) },
];

function MissionsTab() {
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

const share = (part: number, whole: number) => (whole === 0 ? '0%' : `${((100 * part) / whole).toFixed(1)}%`);

const tilesOf = (s: AdminStats, plans: boolean): [string, number, string][] => [
  ['Total users', s.total_users, `+${count(s.users_this_week)} this week`],
  ...(plans
    ? ([
        ['PRO users', s.pro_users, `${share(s.pro_users, s.total_users)} of all`],
        ['Free users', s.free_users, `${share(s.free_users, s.total_users)} of all`],
      ] as [string, number, string][])
    : []),
  [
    'Active missions',
    s.active_missions,
    s.missions_ending === 1 ? '1 ends this month' : `${count(s.missions_ending)} end this month`,
  ],
  ['Total missions', s.total_missions, `+${count(s.missions_this_week)} this week`],
  ['Total check-ins', s.total_checkins, `${count(s.checkins_today)} today`],
];
const namesOf = (plans: boolean) => [
  'Total users',
  ...(plans ? ['PRO users', 'Free users'] : []),
  ...['Active missions', 'Total missions', 'Total check-ins'],
];

/** Numbers above the lists; numbers of plans only if the server has plans. */
function StatTiles({ stats }: { stats: AdminStats | undefined }) {
  const plans = usePlans();
  return (
    <dl className={cx('grid grid-cols-2 gap-3 sm:gap-4 lg:min-h-92', plans && 'sm:grid-cols-3')}>
      {(stats ? tilesOf(stats, plans) : namesOf(plans).map((name) => [name, null, null] as const)).map(
        ([name, figure, note]) => (
          <div key={name} className="flex flex-col rounded-lg bg-card p-4 shadow-card sm:p-5">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="mt-1.5 font-display text-xl font-extrabold tabular sm:text-2xl">
              {figure === null ? <Skeleton className="h-[1lh] w-16" /> : count(figure)}
            </dd>
            <dd className="mt-auto pt-1.5 text-xs text-ink-2 tabular">
              {note === null ? <Skeleton className="h-[1lh] w-24" /> : note}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const TABS = [
  { id: 'users', name: 'Users', Panel: UsersTab },
  { id: 'missions', name: 'Missions', Panel: MissionsTab },
  { id: 'transactions', name: 'Subscriptions', Panel: TransactionsTab },
  { id: 'reports', name: 'Reports', Panel: ReportsTab },
  { id: 'audit', name: 'Audit log', Panel: AuditTab },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** Returns true if the server sells plans or ever did. Then transactions exist. */
function useSells(): boolean {
  const plans = usePlans();
  const books = useQuery({ ...transactionsQuery({ limit: 1 }), enabled: !plans });
  return plans || (books.data?.total ?? 0) > 0;
}

interface AdminListsProps {
  chosen: Tab;
  onChoose: (tab: Tab) => void;
  openReports: number;
}

function AdminLists({ chosen, onChoose, openReports }: AdminListsProps) {
  const sells = useSells();
  const tabs = TABS.filter(({ id }) => sells || id !== 'transactions').map((tab) =>
    tab.id === 'reports' && openReports > 0 ? { ...tab, name: `Reports (${count(openReports)})` } : tab,
  );
  const { Panel } = tabs.find(({ id }) => id === chosen) ?? TABS[0];
  return (
    <section aria-label="Records" className="min-w-0 rounded-lg bg-card shadow-card">
      <div className="p-4 sm:px-6">
        <Tabs label="Records" tabs={tabs} chosen={chosen} onChoose={onChoose} controls="records" />
      </div>
      <div role="tabpanel" id="records" aria-labelledby={tabId(chosen)}>
        <Panel />
      </div>
    </section>
  );
}

function ReportsNote({ openReports, onReview }: { openReports: number; onReview: () => void }) {
  if (openReports === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <strong>{openReports === 1 ? '1 report is waiting.' : `${count(openReports)} reports are waiting.`}</strong>
      <Button kind="quiet" size="sm" onClick={onReview}>
        Review reports
      </Button>
    </p>
  );
}

export function AdminDashboard() {
  const [chosen, setChosen] = useState<Tab>('users');
  const stats = useQuery(statsQuery);
  const { isError } = stats;
  const logOut = useAdminLogOut();
  const sells = useSells();
  const openReports = stats.data?.open_reports ?? 0;
  const review = () => {
    setChosen('reports');
    document.getElementById(tabId('reports'))?.focus();
  };
  useEffect(() => {
    if (isError) toast.error(FAILED);
  }, [isError]);
  return (
    <div className="mx-auto max-w-6xl px-4 pb-12 sm:px-6 lg:px-8">
      <SkipLink />
      <header className="flex items-center justify-between gap-3 py-4">
        <span className="flex items-center gap-3">
          <Logo />
          <span className="rounded-full bg-night px-3 py-1 text-xs font-bold text-on-night">Admin</span>
        </span>
        <Button kind="quiet" size="sm" busy={logOut.isPending} onClick={() => logOut.mutate()}>
          <LogOut className="size-4.5" aria-hidden />
          <span className="max-sm:sr-only">Log out</span>
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="grid gap-6">
        <h1 className="sr-only">Admin dashboard</h1>
        {stats.data && <PhotosNote photos={stats.data.photos} />}
        <ReportsNote openReports={openReports} onReview={review} />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
          <LoadPart
            query={stats}
            loading={<StatTiles stats={undefined} />}
            failed={<FailedPart query={stats} text={FAILED} />}
          >
            {(data) => <StatTiles stats={data} />}
          </LoadPart>
          <AdminChart sells={sells} />
        </div>
        <AdminLists chosen={chosen} onChoose={setChosen} openReports={openReports} />
        {stats.data && <DatabaseNote database={stats.data.database} />}
      </main>
    </div>
  );
}
