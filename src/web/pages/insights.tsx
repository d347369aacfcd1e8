import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FullInsights, getInsights, type Insights } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import * as keys from '#web/data/query-keys.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { CheckinTrend, HourHeatmap, StretchTable } from '#web/features/insights/charts.tsx';
import {
  bridgeText,
  checkinCount,
  insightSentence,
  knowsWeekdays,
  weekdaySentence,
} from '#web/features/insights/insight-text.ts';
import { MissionHealthCard, Missions } from '#web/features/insights/missions.tsx';
import { Bars } from '#web/kit/bars.tsx';
import { button } from '#web/kit/button.tsx';
import { DataDetails } from '#web/kit/data-details.tsx';
import { EmptyState } from '#web/kit/empty-state.tsx';
import { FailedPage, LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { count, longDay, percent, shortDay, weekdayName } from '#web/lib/format.ts';

/** The streaks in their order, with the rest days that bridged them. */
function StreakHistory({ full }: { full: FullInsights }) {
  const { runs, longest_streak } = full;
  if (runs.length === 0) return null;
  const inOrder = runs.toReversed();
  const rested = runs.reduce((sum, run) => sum + run.rest_days, 0);
  const lead = `Your longest streak is ${longest_streak === 1 ? '1 day' : `${count(longest_streak)} days`}.`;
  return (
    <Section
      id="runs"
      title="Streak history"
      lead={lead}
      aside={rested > 0 && <Pill tone="info">{rested === 1 ? '1 rest day used' : `${rested} rest days used`}</Pill>}
    >
      <Bars
        summary={`Length of the last ${runs.length} streaks in days. ${lead}`}
        bars={inOrder.map((run, i) => ({
          label: `${run.from} ${run.to}`,
          value: run.days,
          highlighted: run.current,
          axisLabel: i === 0 || i === inOrder.length - 1 ? monthDay(run.from) : undefined,
        }))}
      />
      <DataDetails
        caption="Streak history"
        head={['From', 'To', 'Days', 'Bridged by']}
        rows={runs.map((run) => [
          shortDay(run.from),
          run.current ? 'Today' : shortDay(run.to),
          count(run.days),
          bridgeText(run) || 'Nothing',
        ])}
      />
    </Section>
  );
}

const share = (checked: number, open: number) => (open === 0 ? 0 : (100 * checked) / open);

/** The share of the days asked for that were checked, by weekday. */
function Weekdays({ insights }: { insights: Insights }) {
  const { weekdays, best_weekday } = insights;
  const sentence = weekdaySentence(insights);
  // Only missions with times a week: no weekday is asked for.
  if (weekdays.every(({ days_open }) => days_open === 0)) return null;
  return (
    <Section id="weekdays" title="Best and hardest days" lead={sentence}>
      <Bars
        top={100}
        format={(value) => `${value}%`}
        summary={`Share of days checked, by weekday. ${sentence}`}
        bars={weekdays.map(({ weekday, days_checked, days_open }) => ({
          label: weekdayName(weekday),
          axisLabel: weekdayName(weekday, 'short'),
          value: share(days_checked, days_open),
          highlighted: weekday === best_weekday && knowsWeekdays(insights),
        }))}
      />
      <DataDetails
        caption="Weekdays"
        head={['Weekday', 'Days checked', 'Of', 'Share', 'Check-ins']}
        rows={weekdays.map((day) => [
          weekdayName(day.weekday),
          count(day.days_checked),
          count(day.days_open),
          percent(day.days_checked, day.days_open),
          count(day.checkins),
        ])}
      />
    </Section>
  );
}

const MORE = [
  'Your trend over 12 weeks and 12 months',
  'Your rhythm over a whole year',
  'All your missions compared',
  'Every streak, with the rest days that kept it alive',
  "In missions you own: who's keeping it going, and who could use a hello",
];

/** Lists what the paid plans add, beside the real figures that Free shows. */
function UpgradeCard() {
  return (
    <Section id="more" title="More with PRO" lead="A preview from your last 14 days. Your older data is safe.">
      <div className="prose-felt">
        <ul>
          {MORE.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Link to="/pricing" className={button({ className: 'mt-6 max-sm:w-full' })}>
        Upgrade
      </Link>
    </Section>
  );
}

/** The last 14 days one by one, which is what the Free plan shows. */
function LastFourteenDays({ days }: Pick<Insights, 'days'>) {
  const total = days.reduce((sum, day) => sum + day.checkins, 0);
  return (
    <Section id="fortnight" title="Your last 14 days" lead={`${checkinCount(total)}.`}>
      <Bars
        summary={`${checkinCount(total)} on the last 14 days`}
        bars={days.map((day, i) => ({
          label: longDay(day.from),
          value: day.checkins,
          highlighted: i === days.length - 1,
          axisLabel: i === days.length - 1 ? 'Today' : i % 5 === 0 ? monthDay(day.from) : undefined,
        }))}
      />
      <StretchTable caption="Last 14 days" head="Day" label={longDay} stretches={days.toReversed()} />
    </Section>
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

/** Before the first check-in, or with none in the days of the preview. */
function NoCheckins({ full }: Pick<Insights, 'full'>) {
  return (
    <>
      <h1 className="mb-6 text-2xl font-extrabold sm:text-3xl">Insights</h1>
      <EmptyState
        drawing={<UnlitCampfire className="w-full max-w-lg" />}
        title="Nothing to show yet"
        level={2}
        action={
          <Link to="/check-in" className={button()}>
            Check in
          </Link>
        }
      >
        Check in a few times and your patterns appear here.
      </EmptyState>
      {full && (
        <div className="mt-6">
          <MissionHealthCard owned={full.owned} />
        </div>
      )}
    </>
  );
}

function InsightsContent({ insights }: { insights: Insights }) {
  const { full, from, to } = insights;
  if (insights.checkins === 0) return <NoCheckins full={full} />;
  return (
    <>
      <Heading>{insightSentence(insights, shortDay(from), shortDay(to))}</Heading>
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

function InsightsSkeleton() {
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

const insightsQuery = queryOptions({
  queryKey: keys.insights,
  queryFn: ({ signal }) => call(getInsights, { signal }),
});

export function InsightsPage() {
  const query = useQuery(insightsQuery);
  return (
    <Page title="Insights" back>
      <LoadPart
        query={query}
        loading={<InsightsSkeleton />}
        failed={<FailedPage query={query} title={detailOf(query.error, "We couldn't load your insights")} />}
      >
        {(insights) => <InsightsContent insights={insights} />}
      </LoadPart>
    </Page>
  );
}
