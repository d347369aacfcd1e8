import { queryOptions } from '@tanstack/react-query';
import { getInsights } from '#contract/insights.ts';
import { call } from '#web/lib/api/api.ts';
import * as keys from '#web/lib/query-keys.ts';

export const insightsQuery = queryOptions({
  queryKey: keys.insights,
  queryFn: ({ signal }) => call(getInsights, { signal }),
});
