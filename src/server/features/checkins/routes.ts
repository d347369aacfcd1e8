import * as amounts from '#contract/amounts.ts';
import * as contract from '#contract/checkins.ts';
import { DELETIONS_LISTED_DAYS } from '#domain/retention.ts';
import { fail, failField } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import { problem } from '#platform/i18n/problem.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import * as missions from '../missions/access.ts';
import * as access from './access.ts';
import { changeAmount } from './amounts/commands.ts';
import { toAmountReceipt, toChange } from './amounts/view.ts';
import { clearCheckin, editCheckin, takeBackCheckin } from './edit/commands.ts';
import { findCheckin, findOwnPlace, listDeleted, listFeed, listOwn } from './feed/queries.ts';
import { toCheckin } from './feed/view.ts';
import { hideCheckin, showCheckin } from './hide/commands.ts';
import { createCheckin } from './record/commands.ts';

/** An author sees their own check-in in full, so ownership does not matter. */
const asAuthor = (id: string) => ({ id, is_owner: false });

export function checkinRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db, photo_urls } = deps;

  serve(contract.createCheckin, missions.requireMember, async ({ user, body, files, now, arrived_at }) => {
    const { receipt } = await createCheckin(deps, user, body, files.photo, { arrived_at, recorded_at: now });
    return { ...receipt, checkin: toCheckin(receipt.checkin, asAuthor(user.id), now, photo_urls) };
  });

  serve(amounts.changeAmount, missions.requireMember, async ({ user, params, body, arrived_at }) => {
    const result = await changeAmount(db, user, toChange(params.id, body), arrived_at);
    return toAmountReceipt(result, user.id, arrived_at, photo_urls);
  });

  serve(contract.getCheckin, async ({ user, params, now }) => {
    const { mission_owner_id } = await access.requireMember(db, user, params.id);
    const row = (await findCheckin(db, user.id, params.id)) ?? fail('checkin_not_found');
    return toCheckin(row, { id: user.id, is_owner: mission_owner_id === user.id }, now, photo_urls);
  });

  serve(contract.updateCheckin, access.requireEditor, async ({ user, params, body, files, now }) => {
    const row = await editCheckin(deps, user, params.id, body, files.photo, now);
    return toCheckin(row, asAuthor(user.id), now, photo_urls);
  });

  serve(contract.setCheckinPhoto, access.requireEditor, async ({ user, params, files, now }) => {
    const row = await editCheckin(deps, user, params.id, { type: 'photo' }, files.photo, now);
    return toCheckin(row, asAuthor(user.id), now, photo_urls);
  });

  serve(contract.takeBackCheckin, ({ user, params, now }) => takeBackCheckin(deps, user, params.id, now));

  serve(contract.clearCheckin, async ({ user, params, now }) => {
    const row = await clearCheckin(deps, user, params.id, now);
    return toCheckin(row, asAuthor(user.id), now, photo_urls);
  });

  serve(contract.listCheckins, missions.requireMember, async ({ user, params, query, now }) => {
    const mission = await missions.requireMember(db, user, params.id);
    const viewer = { id: user.id, is_owner: mission.owner_id === user.id };
    const rows = await listFeed(db, viewer, mission.id, query);
    return rows.map((row) => toCheckin(row, viewer, now, photo_urls));
  });

  serve(contract.listDeletedCheckins, missions.requireMember, async ({ user, params, query, now }) => {
    const mission = await missions.requireMember(db, user, params.id);
    const since = new Date(query.since);
    if (since.getTime() < now.getTime() - DELETIONS_LISTED_DAYS * DAY_MS) fail('since_too_old');
    const viewer = { id: user.id, is_owner: mission.owner_id === user.id };
    return { deleted: await listDeleted(db, viewer, mission.id, since) };
  });

  serve(contract.hideCheckin, access.requireOwner, ({ user, params, body, now }) =>
    hideCheckin(db, user, params.id, body.reason, now),
  );

  serve(contract.showCheckin, ({ user, params }) => showCheckin(db, user, params.id));

  serve(contract.listOwnCheckins, async ({ user, query, now }) => {
    const before = query.before === undefined ? null : await findOwnPlace(db, user.id, query.before);
    if (query.before !== undefined && before === null)
      failField('before', problem('problems.own_checkin', { path: 'before' }));
    const rows = await listOwn(db, user.id, { ...query, before });
    return {
      checkins: rows.map(({ is_owner, ...row }) => toCheckin(row, { id: user.id, is_owner }, now, photo_urls)),
    };
  });
}
