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
  /** Left out, the words stay. */
  content?: string;
}

/** The columns of the photo after the edit: the new one, the one it has, or none. */
function photoAfter(row: CheckinRow, type: CheckinType, photo: StoredPhoto | undefined): PhotoColumns {
  if (type !== 'photo') return NO_PHOTO;
  if (photo) return photo;
  if (row.photo_key === null) return failWithoutPhoto();
  const { photo_key, photo_width, photo_height, photo_thumbhash } = row;
  return { photo_key, photo_width, photo_height, photo_thumbhash };
}

/**
 * Changes one's own check-in within one hour: its type, text and photo, and with the type the points of the check-in,
 * the member and the user, in one transaction. The files of a photo that is replaced or dropped are removed by a job of
 * the same transaction. Without a new photo the current one stays.
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
    // Read again: another edit may have been faster, or the mission may be deleted.
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
    // One's own are never left out.
    const earned = row.points_earned ?? 0;
    const points_earned = pointsAfterEdit(earned, edit.type);
    const edited = {
      ...row,
      ...columns,
      type: edit.type,
      content,
      points_earned,
      // A photo took a while, and whoever asked for the edits of that while has not seen this one.
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
 * Takes one's own check-in back within the hour, as if it had never been made: its day is open, and the points, streaks
 * and rest days are those without it. Fails with checkin_not_found, not_author, take_back_over or mission_completed.
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
    // Read again: it may have been edited or taken back meanwhile, or the mission completed.
    const row = await requireRecent(tx);
    await takingBack.deleteCheckin(tx, row, now);
    await emptyDeliveries(tx, 'checkin_id', row.id);
    const promoted = row.is_extra ? 0 : await takingBack.countEarliestExtra(tx, row);
    await forgetCheckedDays(tx, user.id, mission_id);
    const { life, found } = await readStanding(tx, user.id, now);
    // One's own points are never left out.
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
 * Removes the words and the photo of one's own check-in, at any time. It stays as a tick with its points; one that is a
 * tick already has nothing to remove and stays as it is. Fails with checkin_not_found or not_author.
 */
export async function clearCheckin({ db }: Deps, user: User, checkinId: string, now: Date): Promise<CheckinRow> {
  return db.transact(async (tx) => {
    const { mission_id } = await requireAuthor(tx, user, checkinId);
    if (!(await lockMember(tx, user.id, mission_id))) fail('checkin_not_found');
    // Read again: an edit or another removal may have been faster.
    const row = await requireAuthor(tx, user, checkinId);
    if (row.type === 'tick') return row;
    const cleared = { ...row, ...NO_PHOTO, type: 'tick' as const, content: '', cleared_at: now.toISOString() };
    await takingBack.clearContent(tx, row, now);
    await emptyCheckinDeliveries(tx, row.id);
    if (row.photo_key !== null) await removePicturesLater(tx, [row.photo_key]);
    // The bell shows the words as well.
    tx.changed({ mission_id, checkin_id: row.id }, 'checkin', 'notifications');
    return cleared;
  });
}
