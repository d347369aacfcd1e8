import { queryOptions } from '@tanstack/react-query';
import { type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { call } from '#web/lib/api.ts';

/** Everything the home screen shows; the tab bar takes the next open mission from it. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }): Promise<Dashboard> => call(getDashboard, { signal }),
});
