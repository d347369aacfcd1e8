import type { Db, Queryable, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { findCheckinByClientId } from '../feed/queries.ts';
import type { StoredPhoto } from '../photo/commands.ts';
import { type CheckinInstants, type DecidedCheckin, decideCheckin, type Recording } from './decide.ts';
import { type CheckinInput, lockMember, type RecordingFacts, readFacts } from './read.ts';
import { type CheckinResult, toRepeatedResult, toResult } from './view.ts';
import { writeCheckin } from './write.ts';

/**
 * Reads and decides, then calls `write` with the decision. A repeated `client_id` returns the first result, or null if
 * that check-in was deleted since then. Fails as the rules state.
 */
export async function readAndDecide(
  db: Queryable,
  recording: Recording,
  write: (decided: DecidedCheckin, facts: RecordingFacts) => Promise<CheckinResult | null>,
): Promise<CheckinResult | null> {
  const { user, input, at } = recording;
  const facts = await readFacts(db, user.id, input, at.arrived_at);
  if (!facts.is_recorded) return write(decideCheckin(facts, recording), facts);
  const first = await findCheckinByClientId(db, user.id, input.client_id!);
  return first && toRepeatedResult(first, facts, at.arrived_at);
}

/** Locks the user and the member before it reads and decides, so the facts stay true until commit. */
async function recordLocked(tx: Tx, recording: Recording): Promise<CheckinResult> {
  const { id: userId } = recording.user;
  const user = (await lockMember(tx, userId, recording.input.mission_id)) ?? fail('mission_not_found');
  const result = await readAndDecide(tx, { ...recording, user }, async (decided, facts) => {
    const id = await writeCheckin(tx, decided, facts);
    return toResult(id, decided, user, facts);
  });
  return result ?? fail('mission_not_found');
}

/**
 * Records a check-in with its points, streaks, hints and push messages. It counts once per day and mission, on the
 * member's own clock (docs/architecture.md#path-of-a-check-in).
 */
export const recordCheckin = (
  db: Db | Tx,
  user: UserRow,
  input: CheckinInput,
  at: CheckinInstants,
  photo?: StoredPhoto,
): Promise<CheckinResult> => {
  const recording = { user, input, at, photo };
  return 'in_transaction' in db ? recordLocked(db, recording) : db.transact((tx) => recordLocked(tx, recording));
};
