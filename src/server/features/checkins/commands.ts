import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { ReceivedFile } from '../../http/uploads.ts';
import type { UserRow } from '../profile/public.ts';
import { countPhoto, type StoredPhoto, withPhoto } from './commands-photo.ts';
import { type CheckinInput, type CheckinResult, findRecorded, recordCheckin, requireDay } from './public-record.ts';
import * as queries from './queries.ts';

/** Refuses a check-in of type photo without a photo, as an invalid field. */
export function isPhotoMissing(): never {
  const message = 'Please choose a photo';
  return fail('invalid_input', { detail: message, errors: [{ path: 'photo', message }] });
}

/**
 * Checks in with a tick, a text or a photo. A photo is created and stored before the transaction opens, after a check
 * whether the check-in would be accepted at all (docs/decisions/0013).
 */
export async function createCheckin(
  deps: Deps,
  user: UserRow,
  input: CheckinInput,
  file: ReceivedFile | undefined,
  now: Date,
): Promise<CheckinResult> {
  const { db, limits } = deps;
  const record = (photo?: StoredPhoto) =>
    db.transact(async (tx) => {
      const recorded = await recordCheckin(tx, user, input, now, photo);
      const { id, mission_id } = recorded.receipt.checkin;
      tx.changed({ mission_id, checkin_id: id }, 'feed');
      await tx.notify(recorded.notified);
      return recorded;
    });
  if (input.type !== 'photo') return record();
  const first = await checkBeforeUpload(db, user, input, now);
  if (first) return first;
  if (!file) return isPhotoMissing();
  if (limits.quotas) await countPhoto(db, user.id, now);
  return withPhoto(deps, user.id, file, record);
}

/**
 * Checks, before a photo is processed, whether the check-in would be accepted: returns what was recorded under this
 * client_id before, fails as `recordCheckin` would, or returns null. It locks nothing: the insert decides.
 */
export async function checkBeforeUpload(
  db: Db,
  user: UserRow,
  input: CheckinInput,
  now: Date,
): Promise<CheckinResult | null> {
  const context = (await queries.readForCheckin(db, user.id, input.mission_id)) ?? fail('mission_not_found');
  const first = await findRecorded(db, user, input);
  if (!first) requireDay(context, input, now);
  return first;
}
