import * as contract from '#contract/checkins.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requireMember } from '../missions/access.ts';
import { listFeed } from './feed-queries.ts';
import { recordCheckin } from './record.ts';

/** The daily post and the feed (Spec 2 Mission detail; Decisions 2, 6). */
export function checkinRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.createCheckin, ({ user, body, now }) => db.transact((tx) => recordCheckin(tx, user, body, now)));

  serve(contract.listCheckins, async ({ user, params, query }) => {
    const mission = await requireMember(db, user.id, params.id);
    return listFeed(db, mission.id, query.limit, query.before);
  });
}
