import { randomUUID } from 'node:crypto';
import { addDays } from '#domain/days.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { HEALTH_MISSIONS_MAX, INSIGHT_MISSIONS_MAX, INSIGHT_RUNS_MAX } from '#domain/limits.ts';
import type { Tx } from '#server/db/open.ts';
import { listAudit } from '#server/features/admin/queries.ts';
import { countMissions, countUsers, listMissions, listUsers } from '#server/features/admin/queries-lists.ts';
import { readCharts, readStats } from '#server/features/admin/queries-stats.ts';
import type { SessionUser } from '#server/features/auth/public.ts';
import { claimDigests, findReader, listWeek } from '#server/features/digest/queries.ts';
import { listMissionInsights, listRuns, readDays, readRhythm } from '#server/features/insights/queries.ts';
import { listHealth } from '#server/features/insights/queries-health.ts';
import { claimDue, findOpenSend, listReminders } from '#server/features/reminders/queries.ts';
import { ZONE } from './dataset.ts';

interface Moment {
  user: SessionUser;
  now: Date;
  today: string;
}

/** The statements of the insights, of the jobs that go by the clock and of the operator's desk, for plans.ts. */
export async function collectSlow(on: (name: string) => Tx, { user, now, today }: Moment): Promise<void> {
  const year = addDays(today, -364);
  await readDays(on('insights: days'), user.id, year, today);
  await readRhythm(on('insights: rhythm'), user.id, year, today);
  await listRuns(on('insights: runs'), user.id, [], INSIGHT_RUNS_MAX);
  await listMissionInsights(on('insights: missions'), user.id, INSIGHT_MISSIONS_MAX);
  await listHealth(on('insights: health'), user.id, HEALTH_MISSIONS_MAX, now);

  await listReminders(on('reminders: settings'), user.id, now);
  const due = { zone: ZONE, hour: 20, day: today, due_at: new Date(now.getTime() - HOUR_MS) };
  await claimDue(on('reminders: claim'), [due], 100, now);
  await findOpenSend(on('reminders: one to send'), randomUUID());
  await claimDigests(on('digest: claim'), [{ zone: ZONE, week: addDays(today, -7) }], 100);
  await findReader(on('digest: reader'), user.id);
  await listWeek(on('digest: week'), user.id, addDays(today, -7));

  const newest = { q: '', sort: 'created_at', order: 'desc', limit: 25, offset: 0 } as const;
  await listUsers(on('desk: newest users'), newest, now);
  await listMissions(on('desk: newest missions'), newest, now);
  await listAudit(on('desk: audit log'), 25, 0);
  await countUsers(on('desk: all users'), '');
  await countMissions(on('desk: all missions'), '');
  await readStats(on('desk: all figures'), now);
  await readCharts(on('desk: all charts'), new Date(now.getTime() - DAY_MS));
}
