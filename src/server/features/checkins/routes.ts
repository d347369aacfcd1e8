import * as contract from '#contract/checkins.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requireMember } from '../missions/access.ts';
import { editCheckin } from './editing.ts';
import { listFeed } from './feed-queries.ts';
import { createCheckin } from './posting.ts';
import { toCheckin } from './presented-checkin.ts';

/** One's own post, of which one does not hide anything. */
const asAuthor = (id: string) => ({ id, is_owner: false });

/** The daily post and the feed (Spec 2 Mission detail; Decisions 2, 6). */
export function checkinRoutes(serve: Serve, deps: Deps): void {
  const { db, photo_urls } = deps;

  serve(contract.createCheckin, async ({ user, body, files, now }) => {
    const { receipt } = await createCheckin(deps, user, body, files.photo, now);
    return { ...receipt, checkin: toCheckin(receipt.checkin, asAuthor(user.id), now, photo_urls) };
  });

  serve(contract.updateCheckin, async ({ user, params, body, files, now }) => {
    const row = await editCheckin(deps, user, params.id, body, files.photo, now);
    return toCheckin(row, asAuthor(user.id), now, photo_urls);
  });

  serve(contract.listCheckins, async ({ user, params, query, now }) => {
    const mission = await requireMember(db, user.id, params.id);
    const viewer = { id: user.id, is_owner: mission.owner_id === user.id };
    const rows = await listFeed(db, viewer, mission.id, query.limit, query.before);
    return rows.map((row) => toCheckin(row, viewer, now, photo_urls));
  });
}
