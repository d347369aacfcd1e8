import { queryOptions } from '@tanstack/react-query';
import { getInsights } from '#contract/insights.ts';
import { call } from '#web/lib/api/api.ts';

export const insightsQuery = queryOptions({
  queryKey: ['insights'],
  queryFn: ({ signal }) => call(getInsights, { signal }),
});
