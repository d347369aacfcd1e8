import { getInsights } from '#contract/insights.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';

export const insightsQuery = callQuery(keys.insights, getInsights);
