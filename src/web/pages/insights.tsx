import { useQuery } from '@tanstack/react-query';
import { Page } from '#web/features/frame/page.tsx';
import { InsightsContent, InsightsSkeleton } from '#web/features/insights/insights.tsx';
import { insightsQuery } from '#web/features/insights/queries.ts';
import { FailedPage, LoadPart } from '#web/kit/load-part.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';

export function InsightsPage() {
  const query = useQuery(insightsQuery);
  return (
    <Page title="Insights" back="dashboard">
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
