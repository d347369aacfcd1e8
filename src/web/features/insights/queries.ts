import { queryOptions } from '@tanstack/react-query';
import { getInsights } from '#contract/insights.ts';
import * as keys from '#web/data/query-keys.ts';
import { call } from '#web/lib/api/api.ts';

export const insightsQuery = queryOptions({
  queryKey: keys.insights,
  queryFn: ({ signal }) => call(getInsights, { signal }),
});
