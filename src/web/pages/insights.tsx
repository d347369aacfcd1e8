import { useQuery } from '@tanstack/react-query';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Page } from '#web/features/frame/page.tsx';
import { InsightsContent, InsightsSkeleton } from '#web/features/insights/insights.tsx';
import { insightsQuery } from '#web/features/insights/queries.ts';
import { FailedPage } from '#web/features/site/signpost-page.tsx';

export function InsightsPage() {
  const t = useT();
  const query = useQuery(insightsQuery);
  return (
    <Page title={t('app.titles.insights')} back="dashboard">
      <LoadPart
        query={query}
        loading={<InsightsSkeleton />}
        failed={<FailedPage query={query} title={detailOf(query.error, t('app.titles.insights_failed'))} />}
      >
        {(insights) => <InsightsContent insights={insights} />}
      </LoadPart>
    </Page>
  );
}
