import type { DashboardMission } from '#contract/dashboard.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { CheckinSkeleton, DoneSkeleton, FeedSkeleton } from '#web/features/checkins/public.ts';
import { FireSkeleton } from '#web/features/members/public.ts';
import { QuiltSkeleton } from '#web/features/missions/quilt/quilt-section.tsx';
import { EndedSkeleton } from './ended-banner.tsx';
import { StarsSkeleton } from './leaderboard.tsx';
import { HeaderRow, TITLE } from './mission-header.tsx';
import { PARTS_BAR, PARTS_LIST } from './parts.tsx';
import { type PartName, useExpectedPart } from './use-part.ts';

/** Placeholder numbers until the mission has loaded. */
const MEMBERS = 5;
const CHECKINS = 10;

interface KnownFacts {
  /** The mission from the dashboard's cache, if present. */
  known: DashboardMission | undefined;
  isDone: boolean;
}

function Header({ known }: Pick<KnownFacts, 'known'>) {
  const t = useT();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the focus of an arrival goes to an h1, and this one is gone in a moment */}
      <p role="heading" aria-level={1} className="sr-only">
        {t('app.missions.page.title')}
      </p>
      <HeaderRow
        patch={
          known ? <StitchedPatch mission={known} size={56} /> : <Skeleton className="size-14 rounded-full sm:size-18" />
        }
        title={
          <span aria-hidden className={`${TITLE} font-display`}>
            {known ? known.title : <Skeleton className="h-[1lh] w-44" />}
          </span>
        }
        line={<Skeleton className="h-[1lh] w-32" />}
        menu={<span aria-hidden className="block size-11" />}
      />
    </>
  );
}

const PARTS = ['today', 'team', 'mission'];

function TodaySkeleton({ known, isDone }: KnownFacts) {
  const t = useT();
  const label = t('app.missions.page.loading');
  if (known && isDone) return <DoneSkeleton label={label} missionId={known.id} alone={known.member_count === 1} />;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-start lg:gap-6">
      <CheckinSkeleton
        label={label}
        hasGoal={known?.counted_checkins === 0}
        hasYesterday={known?.needed_yesterday ?? false}
      />
      <FireSkeleton alone={known?.member_count === 1} />
    </div>
  );
}

function TeamSkeleton({ known }: KnownFacts) {
  const t = useT();
  const members = known?.member_count ?? MEMBERS;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-6">
      <Section id="feed" title={t('app.checkins.feed.title')} className="sm:p-7">
        <FeedSkeleton checkins={CHECKINS} />
      </Section>
      <div aria-hidden className="grid grid-cols-1 gap-4 lg:gap-6">
        <StarsSkeleton members={members} />
        <QuiltSkeleton members={members} />
      </div>
    </div>
  );
}

function AboutSkeleton({ known }: KnownFacts) {
  const t = useT();
  const me = useMe();
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-6">
      <div className="grid grid-cols-1 gap-4">
        <Skeleton className="mx-auto size-40 rounded-full" />
        <Section id="about" title={t('app.missions.about.title')}>
          <Loading label={t('app.missions.page.loading')} />
          <div aria-hidden className="grid gap-2">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-3/5" />
            <div className="mt-2 grid grid-cols-2 gap-2 pt-4 text-ink-2 seam min-[22rem]:grid-cols-4">
              {['left', 'members', 'started', 'status'].map((tile) => (
                <Skeleton key={tile} className="h-12" />
              ))}
            </div>
            <Skeleton className="mt-2 h-21" />
            <Skeleton className="mt-1 h-21" />
          </div>
        </Section>
      </div>
      {known?.owner_id === me.id && (
        <div aria-hidden className="rounded-lg bg-card p-5 shadow-card">
          <Skeleton className="h-7 w-24" />
          <Skeleton className="mt-2 h-26" />
        </div>
      )}
    </div>
  );
}

const CONTENT = {
  today: TodaySkeleton,
  team: TeamSkeleton,
  mission: AboutSkeleton,
} satisfies Record<PartName, (facts: KnownFacts) => React.ReactNode>;

/** The skeleton of the part that will open, with facts from the dashboard. */
export function MissionSkeleton({ missionId }: { missionId: string }) {
  const dashboard = useDashboardData(false);
  const known = dashboard?.missions.find(({ id }) => id === missionId);
  const hasToday = !known || (known.state === 'active' && dashboard!.today <= known.last_day);
  const part = useExpectedPart(hasToday);
  const Content = CONTENT[part];
  return (
    <>
      {known && !hasToday && <EndedSkeleton canComplete={known.can.complete} />}
      <Header known={known} />
      <div aria-hidden className={PARTS_BAR}>
        <div className={PARTS_LIST}>
          {PARTS.slice(hasToday ? 0 : 1).map((name) => (
            <Skeleton key={name} className="h-11 rounded-full bg-card" />
          ))}
        </div>
      </div>
      <Content known={known} isDone={dashboard?.checked_in_missions.includes(missionId) ?? false} />
    </>
  );
}
