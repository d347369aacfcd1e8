import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { fullDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Star } from '#web/drawings/star.tsx';

interface EndedBannerProps {
  mission: Mission;
  own: Member;
  /** The viewer's check-ins that count toward the schedule. */
  counted: number;
  onComplete: () => void;
}

function NextStep({ mission: { id, state, can }, onComplete }: Omit<EndedBannerProps, 'own' | 'counted'>) {
  const t = useT();
  if (state === 'completed')
    return (
      <Link
        to="/mission/$missionId/completion"
        params={{ missionId: id }}
        className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}
      >
        {t('app.missions.ended.celebration')}
      </Link>
    );
  if (!can.complete) return null;
  return (
    <Button kind={can.check_in ? 'night' : 'flame'} className="max-sm:w-full" onClick={onComplete}>
      {t('app.missions.ended.complete')}
    </Button>
  );
}

const BANNER =
  'mb-5 flex flex-wrap items-center gap-4 rounded-lg bg-star-soft p-5 text-star-ink outline-2 -outline-offset-8 outline-dashed outline-star sm:mb-6 sm:flex-nowrap sm:px-7';

export function EndedSkeleton({ canComplete }: { canComplete: boolean }) {
  const t = useT();
  return (
    <div aria-hidden className={BANNER}>
      <Star className="size-14 shrink-0" />
      <div className="min-w-0 grow basis-48">
        <Skeleton className="h-[1lh] w-2/5 text-xs" />
        <p className="mt-1 font-display text-lg font-extrabold text-ink">{t('app.missions.ended.title')}</p>
        <Skeleton className="mt-1 h-[2lh] text-sm sm:h-[1lh]" />
      </div>
      {canComplete && <Skeleton className="h-12 w-full rounded-md sm:w-52" />}
    </div>
  );
}

export function EndedBanner({ mission, own, counted, onComplete }: EndedBannerProps) {
  const t = useT();
  const points = own.points ?? 0;
  const waiting = mission.state !== 'completed' && !mission.can.complete;
  return (
    <div className={BANNER}>
      <Star className="size-14 shrink-0" />
      <div role="status" className="min-w-0 grow basis-48">
        <p className="flex items-center gap-1.5 text-xs font-bold">
          <Hourglass className="size-3.5 shrink-0" aria-hidden />
          {t('app.missions.ended.last_day', { day: fullDay(mission.last_day) })}
        </p>
        <p className="mt-1 font-display text-lg font-extrabold text-ink">{t('app.missions.ended.title')}</p>
        <p className="mt-1 text-sm tabular">
          {t('app.missions.ended.facts', { counted, planned: mission.planned_days, points })}
        </p>
        {waiting && <p className="mt-1 text-sm">{t('app.missions.ended.waiting', { owner: mission.owner_name })}</p>}
      </div>
      <NextStep mission={mission} onComplete={onComplete} />
    </div>
  );
}
