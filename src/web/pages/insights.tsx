import { useQuery } from '@tanstack/react-query';
import type { Insights } from '#contract/insights.ts';
import { HourHeatmap } from '#web/features/insights/hour-heatmap.tsx';
import { insightSentence } from '#web/features/insights/insight-text.ts';
import { LastFourteenDays } from '#web/features/insights/last-14-days.tsx';
import { MissionHealthCard } from '#web/features/insights/mission-health.tsx';
import { Missions } from '#web/features/insights/missions.tsx';
import { insightsQuery } from '#web/features/insights/queries.ts';
import { StreakHistory } from '#web/features/insights/streak-history.tsx';
import { CheckinTrend } from '#web/features/insights/trend.tsx';
import { UpgradeCard } from '#web/features/insights/upgrade-card.tsx';
import { Weekdays } from '#web/features/insights/weekdays.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { shortDay } from '#web/lib/format.ts';
import { FailedPage, LoadPart } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

export function InsightsPage() {
  const query = useQuery(insightsQuery);
  return (
    <Page title="Insights" back>
      <LoadPart
        query={query}
        loading={<Outline />}
        failed={<FailedPage query={query} title={detailOf(query.error, 'Failed to load insights')} />}
      >
        {(insights) => <Shown insights={insights} />}
      </LoadPart>
    </Page>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <>
      <h1 className="text-2xl font-extrabold sm:text-3xl">Insights</h1>
      <p className="mt-2.5 mb-6 text-ink-2">{children}</p>
    </>
  );
}

function Shown({ insights }: { insights: Insights }) {
  const { full, from, to } = insights;
  return (
    <>
      <Heading>{`${insightSentence(insights)} ${shortDay(from)} to ${shortDay(to)}.`}</Heading>
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
            <Missions missions={full.missions} />
            <MissionHealthCard owned={full.owned} />
          </>
        )}
      </div>
    </>
  );
}

const CARDS = ['trend', 'weekdays', 'rhythm', 'runs'];

function Outline() {
  return (
    <>
      <h1 className="text-2xl font-extrabold sm:text-3xl">Insights</h1>
      <Loading />
      <Skeleton className="mt-2.5 mb-6 h-6 w-80 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-2">
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-80 rounded-lg" />
        ))}
      </div>
    </>
  );
}
