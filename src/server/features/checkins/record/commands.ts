import { isTransient } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { fail } from '../../../http/errors.ts';
import type { ReceivedFile } from '../../../http/uploads.ts';
import { countPhoto, withPhoto } from '../photo/commands.ts';
import { type CheckinInput, type CheckinResult, type DecidedCheckin, decideCheckin, requireDay } from './decide.ts';
import { findRecorded, hintsOf, recordCheckin, requireContext, writeCheckin } from './public.ts';
import { insertCheckin } from './queries.ts';

/** Refuses a check-in of type photo without a photo, as an invalid field. */
export function failWithoutPhoto(): never {
  const message = 'Please choose a photo';
  return fail('invalid_input', { detail: message, errors: [{ path: 'photo', message }] });
}

/**
 * Writes a check-in that was decided without locks; null when somebody was faster. Most of them are one statement, and
 * so a transaction without begin and commit.
 */
async function writeUnlocked({ db, live }: Deps, decided: DecidedCheckin): Promise<CheckinResult | null> {
  const { row, created_at, out_of_order, used_rest } = decided;
  const hasMore = out_of_order || decided.is_push_wanted || decided.is_webhook_wanted || used_rest.length > 0;
  if (hasMore) return db.transact((tx) => writeCheckin(tx, decided));
  const written = await insertCheckin(db, row, created_at).catch((error: unknown) => {
    if (isTransient(error)) return false;
    throw error;
  });
  if (!written) return null;
  live.hint(...hintsOf(decided));
  return decided.receipt();
}

/**
 * Checks in with a tick, a text or a photo. What is read first decides (docs/decisions/0032): it refuses as of that
 * moment, and is written if nothing changed since; else it is decided again with the user and the member locked. A photo
 * is created and stored before the transaction opens, if the check-in would be accepted at all (docs/decisions/0008). The
 * check-in belongs to the instant at which the headers of its request came.
 */
export async function createCheckin(
  deps: Deps,
  user: UserRow,
  input: CheckinInput,
  file: ReceivedFile | undefined,
  { arrived_at, now }: { arrived_at: Date; now: Date },
): Promise<CheckinResult> {
  const { db, limits, clock } = deps;
  const context = await requireContext(db, user, input, arrived_at);
  const first = await findRecorded(db, context, user, input, arrived_at);
  if (first) return first;
  if (input.type !== 'photo') {
    const written = await writeUnlocked(deps, decideCheckin(context, user, input, arrived_at, undefined, now));
    return written ?? db.transact((tx) => recordCheckin(tx, user, input, arrived_at, undefined, now));
  }
  requireDay(context, input, arrived_at);
  if (!file) return failWithoutPhoto();
  if (limits.quotas) await countPhoto(db, user.id, now);
  // The photo took a while: whoever opened the bell meanwhile has not read this check-in, so it is made only now.
  return withPhoto(deps, user.id, file, (photo) =>
    db.transact((tx) => recordCheckin(tx, user, input, arrived_at, photo, clock.now())),
  );
}
