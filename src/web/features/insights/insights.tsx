import { Link } from '@tanstack/react-router';
import type { Insights } from '#contract/insights.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { button } from '#platform/web/kit/button.tsx';
import { EmptyState } from '#platform/web/kit/empty-state.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { shortDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { CheckinTrend, HourHeatmap } from './charts.tsx';
import { insightSentence } from './insight-text.ts';
import { LastFourteenDays } from './last-14-days.tsx';
import { MissionHealthCard, MissionInsights } from './missions.tsx';
import { StreakHistory } from './streak-history.tsx';
import { Weekdays } from './weekdays.tsx';

const MORE = [
  'app.insights.more.trend',
  'app.insights.more.rhythm',
  'app.insights.more.missions',
  'app.insights.more.streaks',
  'app.insights.more.health',
] as const satisfies readonly PlainKey[];

function UpgradeCard() {
  const t = useT();
  return (
    <Section id="more" title={t('app.insights.more.heading')} lead={t('app.insights.more.lead')}>
      <div className="prose-felt">
        <ul>
          {MORE.map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
      </div>
      <Link to="/pricing" className={button({ className: 'mt-6 max-sm:w-full' })}>
        {t('app.frame.account.upgrade')}
      </Link>
    </Section>
  );
}

function Heading({ children }: { children: string }) {
  const t = useT();
  return (
    <>
      <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.insights')}</h1>
      <p className="mt-2.5 mb-6 text-ink-2 max-sm:min-h-[2lh]">{children}</p>
    </>
  );
}

/** Shown before the first check-in, and if the preview's days have none. */
function NoCheckins({ full }: Pick<Insights, 'full'>) {
  const t = useT();
  return (
    <>
      <h1 className="mb-6 text-2xl font-extrabold sm:text-3xl">{t('app.titles.insights')}</h1>
      <EmptyState
        drawing={<UnlitCampfire className="w-full max-w-lg" />}
        title={t('app.insights.none.title')}
        level={2}
        action={
          <Link to="/check-in" className={button()}>
            {t('start.common.check_in')}
          </Link>
        }
      >
        {t('app.insights.none.text')}
      </EmptyState>
      {full && (
        <div className="mt-6">
          <MissionHealthCard owned={full.owned} />
        </div>
      )}
    </>
  );
}

export function InsightsContent({ insights }: { insights: Insights }) {
  const t = useT();
  const { full, from, to } = insights;
  if (insights.checkins === 0) return <NoCheckins full={full} />;
  return (
    <>
      <Heading>{insightSentence(t, insights, shortDay(from), shortDay(to))}</Heading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          {full ? <CheckinTrend full={full} /> : <LastFourteenDays days={insights.days} />}
          <HourHeatmap rhythm={insights.rhythm} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Weekdays insights={insights} />
          {full ? <StreakHistory full={full} /> : <UpgradeCard />}
        </div>
        {full && (
          <>
            <MissionInsights missions={full.missions} />
            <MissionHealthCard owned={full.owned} />
          </>
        )}
      </div>
    </>
  );
}

interface CardSkeletonProps {
  drawing: string;
  hasTabs?: boolean;
  colorKey?: string;
}

const CardSkeleton = ({ drawing, hasTabs = false, colorKey }: CardSkeletonProps) => (
  <div aria-hidden className="rounded-lg bg-card p-5 shadow-card">
    <Skeleton className="h-[1lh] w-44 text-lg" />
    <Skeleton className="mt-1 h-[1lh] w-64 max-w-full text-sm" />
    {hasTabs && <Skeleton className="mt-4 h-13 rounded-xl sm:w-56" />}
    <Skeleton className={`${hasTabs ? 'mt-3' : 'mt-4'} ${drawing}`} />
    {colorKey && <Skeleton className={`mt-2 text-xs ${colorKey}`} />}
    <Skeleton className="mt-3 h-11 w-32" />
  </div>
);

export function InsightsSkeleton() {
  const t = useT();
  const hasTrend = useMe().subscription_tier === 'pro';
  return (
    <>
      <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.insights')}</h1>
      <Loading />
      <Skeleton className="mt-2.5 mb-6 h-[2lh] w-80 max-w-full sm:h-[1lh]" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <CardSkeleton
            drawing="aspect-360/156"
            hasTabs={hasTrend}
            colorKey={hasTrend ? 'h-[calc(2lh+0.25rem)] w-64 sm:h-[1lh]' : 'h-[1lh] w-40'}
          />
          <CardSkeleton drawing="aspect-350/115" />
        </div>
        <div className="grid min-w-0 gap-6">
          <CardSkeleton drawing="aspect-360/156" />
          <CardSkeleton drawing="aspect-360/156" />
        </div>
      </div>
    </>
  );
}
