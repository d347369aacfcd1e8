import * as z from 'zod/mini';
import { Instant, Int } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, onlyRow } from '#platform/db/rows.ts';

/** Records a sent invitation and deletes records before `since`. Expects a lock on the sender's row. */
export async function recordSend(tx: Tx, senderId: string, since: Date, now: Date): Promise<void> {
  await tx.rows('delete from invitation_sends where sender_id = $1 and sent_at <= $2', [senderId, since]);
  await tx.rows('insert into invitation_sends (id, sender_id, sent_at) values ($1, $2, $3)', [
    newId(now),
    senderId,
    now,
  ]);
}

/** Lists the instants at which the sender sent invitations after `since`, oldest first. */
export async function sendsOf(db: Queryable, senderId: string, since: Date): Promise<Date[]> {
  const sent = await allValues(
    db,
    Instant,
    'select sent_at from invitation_sends where sender_id = $1 and sent_at > $2 order by sent_at',
    [senderId, since],
  );
  return sent.map((at) => new Date(at));
}

/** Lists the instants after `since` at which anyone invited the address to a mission, oldest first. */
export async function sendsTo(db: Queryable, missionId: string, email: string, since: Date): Promise<Date[]> {
  const sent = await allValues(
    db,
    Instant,
    `select created_at from invitations
     where mission_id = $1 and invitee_email = $2 and created_at > $3 and source = 'email'
     order by created_at`,
    [missionId, email, since],
  );
  return sent.map((at) => new Date(at));
}

/** Locks an address until commit over all missions, so that mails to it are counted one at a time. */
export async function lockAddress(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [addressHash]);
}

const MailCounts = z.object({ day: Int, week: Int });

/** Counts mails with invitations to an address since two instants. Expects its hashes, one for each key. */
export const countMails = (
  db: Queryable,
  addressHashes: readonly Buffer[],
  since: { day: Date; week: Date },
): Promise<z.output<typeof MailCounts>> =>
  onlyRow(
    db,
    MailCounts,
    `select count(*) filter (where sent_at > $2) as day, count(*) as week
     from invitation_mails where address_hash = any($1) and sent_at > $3`,
    [addressHashes, since.day, since.week],
  );

export async function insertMail(tx: Tx, addressHash: Buffer, now: Date): Promise<void> {
  await tx.rows('insert into invitation_mails (id, address_hash, sent_at) values ($1, $2, $3)', [
    newId(now),
    addressHash,
    now,
  ]);
}

/** Deletes records of mails sent until `before`. */
export async function forgetMails(db: Queryable, before: Date): Promise<void> {
  await db.rows('delete from invitation_mails where sent_at <= $1', [before]);
}
