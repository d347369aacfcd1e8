import { canEditCheckin } from '#domain/checkins.ts';
import { type CheckinType, pointsAfterEdit } from '#domain/points.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { ReceivedFile } from '#platform/http/uploads.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { addPoints, forgetCheckedDays, readStanding, saveComebacks, saveStanding } from '../../../life/public.ts';
import { removePicturesLater } from '../../../services/media/public.ts';
import { emptyCheckinDeliveries, emptyDeliveries, enqueueWebhook } from '../../webhooks/public.ts';
import { requireAuthor, requireEditor } from '../access.ts';
import type { CheckinRow } from '../feed/view.ts';
import { countPhoto, NO_PHOTO, type PhotoColumns, type StoredPhoto, withPhoto } from '../photo/commands.ts';
import { failWithoutPhoto } from '../record/commands.ts';
import { lockMember } from '../record/read.ts';
import * as takingBack from '../take-back/queries.ts';

type User = Pick<UserRow, 'id'>;

export interface CheckinEdit {
  type: CheckinType;
  /** If left out, the text stays. */
  content?: string;
}

/** Returns the photo columns after the edit: the new photo, the current one, or none. */
function photoAfter(row: CheckinRow, type: CheckinType, photo: StoredPhoto | undefined): PhotoColumns {
  if (type !== 'photo') return NO_PHOTO;
  if (photo) return photo;
  if (row.photo_key === null) return failWithoutPhoto();
  const { photo_key, photo_width, photo_height, photo_thumbhash } = row;
  return { photo_key, photo_width, photo_height, photo_thumbhash };
}

/**
 * Changes the user's own check-in within one hour: its type, text, photo and points. The same transaction updates the
 * points of member and user, and queues a job that removes replaced files. Without a new photo, the current one stays.
 */
export async function editCheckin(
  deps: Deps,
  user: UserRow,
  checkinId: string,
  edit: CheckinEdit,
  file: ReceivedFile | undefined,
  now: Date,
): Promise<CheckinRow> {
  const { db, limits, clock } = deps;

  const write = async (tx: Tx, photo?: StoredPhoto): Promise<CheckinRow> => {
    const { mission_id } = await requireEditor(tx, user, checkinId, { now });
    if (!(await lockMember(tx, user.id, mission_id))) fail('checkin_not_found');
    // Re-read under the locks: another edit might have been faster, or the mission might have been deleted.
    const row = await requireEditor(tx, user, checkinId, { now });
    const columns = photoAfter(row, edit.type, photo);
    const content = edit.type === 'tick' ? '' : (edit.content ?? row.content);
    if (
      row.type === edit.type &&
      row.content === content &&
      row.photo_key === columns.photo_key &&
      row.cleared_at === null
    )
      return row;
    // Authors always see their own points.
    const earned = row.points_earned ?? 0;
    const points_earned = pointsAfterEdit(earned, edit.type);
    const edited = {
      ...row,
      ...columns,
      type: edit.type,
      content,
      points_earned,
      // Storing a photo takes time. A client that listed changes since then has not seen this edit.
      edited_at: clock.now().toISOString(),
      cleared_at: null,
    };
    await takingBack.replaceCheckin(tx, edited);
    if (points_earned !== earned) await addPoints(tx, user.id, { mission_id, points: points_earned - earned });
    if (row.photo_key !== null && row.photo_key !== columns.photo_key) await removePicturesLater(tx, [row.photo_key]);
    return edited;
  };
  const transacted = (photo?: StoredPhoto) =>
    db.transact(async (tx) => {
      const row = await write(tx, photo);
      tx.changed({ mission_id: row.mission_id, checkin_id: row.id }, 'feed', 'checkin');
      return row;
    });

  if (edit.type !== 'photo' || !file) return transacted();
  await requireEditor(db, user, checkinId, { now });
  if (limits.quotas) await countPhoto(db, user.id, now);
  const edited = await withPhoto(deps, user.id, file, async (photo) => ({ row: await transacted(photo), taken: true }));
  return edited.row;
}

/**
 * Deletes the user's own check-in within the hour, as if it had never been made. Its day is open again, and points,
 * streaks and rest days are those without it. Fails with `checkin_not_found`, `not_author`, `take_back_over` or
 * `mission_completed`.
 */
export async function takeBackCheckin({ db }: Deps, user: User, checkinId: string, now: Date): Promise<void> {
  const requireRecent = async (tx: Tx) => {
    const row = await requireAuthor(tx, user, checkinId);
    if (!canEditCheckin(new Date(row.created_at), now)) fail('take_back_over');
    if (row.mission_completed) fail('mission_completed');
    return row;
  };
  await db.transact(async (tx) => {
    const { mission_id } = await requireRecent(tx);
    await takingBack.lockMissionForShare(tx, mission_id);
    if (!(await lockMember(tx, user.id, mission_id))) fail('checkin_not_found');
    // Re-read under the locks: the check-in might have been edited or undone, or the mission completed.
    const row = await requireRecent(tx);
    await takingBack.deleteCheckin(tx, row, now);
    await emptyDeliveries(tx, 'checkin_id', row.id);
    const promoted = row.is_extra ? 0 : await takingBack.countEarliestExtra(tx, row);
    await forgetCheckedDays(tx, user.id, mission_id);
    const { life, found } = await readStanding(tx, user.id, now);
    // Authors always see their own points.
    await saveStanding(tx, user.id, life, found, now, { mission_id, points: promoted - (row.points_earned ?? 0) });
    await saveComebacks(tx, user.id, found);
    if (row.photo_key !== null) await removePicturesLater(tx, [row.photo_key]);
    tx.changed({ mission_id, checkin_id: row.id }, 'feed', 'notifications');
    const { local_day, hidden_by } = row;
    const taken = { mission_id, actor_id: user.id, checkin_id: row.id, local_day, is_hidden: hidden_by !== null };
    await enqueueWebhook(tx, { event: 'checkin.deleted', ...taken }, now);
  });
}

/**
 * Removes the text and photo of the user's own check-in, at any time. A tick with the same points stays; a tick itself
 * does not change. Fails with `checkin_not_found` or `not_author`.
 */
export async function clearCheckin({ db }: Deps, user: User, checkinId: string, now: Date): Promise<CheckinRow> {
  return db.transact(async (tx) => {
    const { mission_id } = await requireAuthor(tx, user, checkinId);
    if (!(await lockMember(tx, user.id, mission_id))) fail('checkin_not_found');
    // Re-read under the locks: an edit or another removal might have been faster.
    const row = await requireAuthor(tx, user, checkinId);
    if (row.type === 'tick') return row;
    const cleared = { ...row, ...NO_PHOTO, type: 'tick' as const, content: '', cleared_at: now.toISOString() };
    await takingBack.clearContent(tx, row, now);
    await emptyCheckinDeliveries(tx, row.id);
    if (row.photo_key !== null) await removePicturesLater(tx, [row.photo_key]);
    // The bell shows the text too.
    tx.changed({ mission_id, checkin_id: row.id }, 'checkin', 'notifications');
    return cleared;
  });
}
