import { failField } from '#platform/http/errors.ts';
import type { ReceivedFile } from '#platform/http/uploads.ts';
import { problem } from '#platform/i18n/problem.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { countPhoto, withPhoto } from '../photo/commands.ts';
import type { CheckinInstants } from './decide.ts';
import { readAndDecide, recordCheckin } from './public.ts';
import type { CheckinInput } from './read.ts';
import type { CheckinResult } from './view.ts';

/** Refuses a check-in of type photo without a photo, as an invalid field. */
export const failWithoutPhoto = (): never => failField('photo', problem('problems.no_photo'));

/**
 * Checks in with a tick, a text or a photo. Stores a photo before its row, with no transaction open, and only if the
 * check-in would be accepted (docs/decisions/0054).
 */
export async function createCheckin(
  deps: Deps,
  user: UserRow,
  input: CheckinInput,
  file: ReceivedFile | undefined,
  at: CheckinInstants,
): Promise<CheckinResult> {
  const { db, limits, clock } = deps;
  if (input.type !== 'photo') return recordCheckin(db, user, input, at);
  const first = await readAndDecide(db, { user, input, at }, async () => null);
  if (first) return first;
  if (!file) return failWithoutPhoto();
  if (limits.quotas) await countPhoto(db, user.id, at.recorded_at);
  // Storing the photo takes time. Someone who opened the bell since then has not seen this check-in, so it is created
  // only now.
  return withPhoto(deps, user.id, file, (photo) =>
    recordCheckin(db, user, input, { ...at, recorded_at: clock.now() }, photo),
  );
}
