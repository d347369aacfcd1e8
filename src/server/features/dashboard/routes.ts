import * as contract from '#contract/dashboard.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { readDashboard } from './home/read.ts';
import { readSummaries } from './summaries/read.ts';
import { readToday } from './today/read.ts';

export function dashboardRoutes(serve: Serve<UserRow>, deps: Deps): void {
  serve(contract.getDashboard, ({ user, token_id, reads_only, now }) =>
    readDashboard(deps, user, { token_id, reads_only }, now),
  );
  serve(contract.listMissions, ({ user, query, now }) => readSummaries(deps.db, user, query, now));
  serve(contract.getToday, ({ user, now }) => readToday(deps, user, now));
}
