import type * as contract from '#contract/dashboard.ts';
import { dayOf } from '#domain/days.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { listNotIn, listTeamZones, listTodayCheckins } from './queries.ts';

import { toStillOut, toTodayCheckin } from './view.ts';

/** What somebody who has checked in everywhere sees of the others today (docs/rules.md#the-dashboard). */
export async function readToday(
  { db, photo_urls }: Pick<Deps, 'db' | 'photo_urls'>,
  user: UserRow,
  now: Date,
): Promise<contract.Today> {
  const names = await listTeamZones(db, user.id, now);
  const zones = names.map((zone) => ({ zone, day: dayOf(now, zone) }));
  const [rows, checkins] = await Promise.all([
    listNotIn(db, user.id, zones, now),
    listTodayCheckins(db, user.id, zones, now),
  ]);
  return {
    still_out: toStillOut(rows, dayOf(now, user.timezone), now),
    posts: checkins.map((row) => toTodayCheckin(row, photo_urls, now)),
  };
}
