import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { cardKind, isBeginning, nextMission } from '#web/data/missions/today.ts';
import { LIMIT_ID } from '#web/features/billing/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import { useT } from '#web/lib/language.ts';
import { Figures } from './figures.tsx';
import { MissionListItem } from './mission-row.tsx';
import { NoMissions } from './no-missions.tsx';

interface MyMissionsProps {
  dashboard: Dashboard;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
}

/** The user's missions in the server's order, the most urgent first, and the figures below them. */
export function MyMissions({ dashboard, meId, onComplete }: MyMissionsProps) {
  const t = useT();
  const { missions, missions_left } = dashboard;
  const isEmpty = missions.length === 0;
  const next = nextMission(dashboard);
  return (
    <section aria-labelledby="my-missions" id="missions" className="min-w-0 scroll-mt-4">
      <div
        className={
          isBeginning(dashboard) ? 'sr-only' : 'mb-2 flex min-h-12 flex-wrap items-center justify-between gap-3'
        }
      >
        <h2 id="my-missions" className="text-xl font-extrabold whitespace-nowrap">
          {t('app.dashboard.missions.heading')}
        </h2>
        {!isEmpty && <CreateMission allowed={missions_left !== 0} />}
      </div>
      {isEmpty ? (
        <NoMissions dashboard={dashboard} />
      ) : (
        <ul className="rounded-lg bg-card shadow-card">
          {missions.map((mission) => (
            <MissionListItem
              key={mission.id}
              mission={mission}
              kind={cardKind(mission, dashboard)}
              owned={mission.owner_id === meId}
              paused={!!dashboard.pause}
              isNext={mission === next}
              onComplete={onComplete}
            />
          ))}
        </ul>
      )}
      <Figures dashboard={dashboard} />
    </section>
  );
}

function CreateMission({ allowed }: { allowed: boolean }) {
  const t = useT();
  const label = (
    <>
      <Plus className="size-5 max-[22.5rem]:hidden" aria-hidden />
      <span className="whitespace-nowrap">{t('app.titles.create_mission')}</span>
    </>
  );
  if (!allowed)
    return (
      <Button kind="quiet" size="sm" disabled aria-describedby={LIMIT_ID}>
        {label}
      </Button>
    );
  return (
    <Link to="/create-mission" className={button({ kind: 'quiet', size: 'sm' })}>
      {label}
    </Link>
  );
}
