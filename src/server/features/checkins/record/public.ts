import { newId } from '#platform/db/ids.ts';
import type { Db, Queryable, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { findCheckinByClientId } from '../feed/queries.ts';
import type { StoredPhoto } from '../photo/commands.ts';
import { type CheckinInstants, type DecidedCheckin, decideCheckin, type Recording } from './decide.ts';
import { type CheckinInput, lockMember, readFacts, readRank } from './read.ts';
import { type CheckinResult, toRepeatedResult } from './view.ts';
import { isOneStatement, writeCheckin } from './write.ts';

/** What was recorded under the client_id before; null when it has gone since. */
async function findRepeated(db: Queryable, { user, input, at }: Recording): Promise<CheckinResult | null> {
  const first = await findCheckinByClientId(db, user.id, input.client_id!);
  return first && toRepeatedResult(first, await readRank(db, user.id, first.mission_id), user, at.arrived_at);
}

/**
 * Reads and decides, and lets `write` write what was decided; a repeated client_id returns the first result. Fails as the
 * rules say for what was read. Null when something changed in between.
 */
export async function tryCheckin(
  db: Queryable,
  recording: Recording,
  write: (decided: DecidedCheckin) => Promise<CheckinResult | null>,
): Promise<CheckinResult | null> {
  const { user, input, at } = recording;
  const facts = await readFacts(db, user, input, at.arrived_at);
  if (!facts) return null;
  if (facts.is_recorded) return findRepeated(db, recording);
  return write(decideCheckin(facts, recording, newId(at.recorded_at)));
}

/** Edits of the mission wait for no check-in, so what was read may be out of date by then: it is read again so often. */
const READS_MAX = 5;

/** The same with the user and the member locked first, so that nobody is faster: where the day is taken, the reading says so. */
async function recordLocked(tx: Tx, recording: Recording): Promise<CheckinResult> {
  const { user, input } = recording;
  const locked = { ...recording, user: (await lockMember(tx, user.id, input.mission_id)) ?? fail('mission_not_found') };
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const result = await tryCheckin(tx, locked, (decided) => writeCheckin(tx, decided));
    if (result) return result;
  }
  return fail('overloaded');
}

/**
 * Records a check-in: the day on the member's own clock, once for a day and mission, along with points, streaks, hints and
 * push messages (docs/architecture.md#the-path-of-a-check-in).
 */
export async function recordCheckin(
  db: Db | Tx,
  user: UserRow,
  input: CheckinInput,
  at: CheckinInstants,
  photo?: StoredPhoto,
): Promise<CheckinResult> {
  const recording = { user, input, at, photo };
  if ('in_transaction' in db) return recordLocked(db, recording);
  const write = (decided: DecidedCheckin) => {
    const run = isOneStatement(decided) ? db.single : db.transact;
    return run((tx) => writeCheckin(tx, decided));
  };
  const written = photo ? null : await tryCheckin(db, recording, write);
  return written ?? db.transact((tx) => recordLocked(tx, recording));
}
