import * as z from 'zod/mini';
import { Completion } from '#contract/completion.ts';
import { COMPLETE_AFTER_DAYS } from '#domain/limits.ts';
import { Id, Int } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, anyRow, firstRow, onlyRow } from '#platform/db/rows.ts';
import { daysBefore } from '#platform/lib/durations.ts';
import { hundredthsSql, roadDone } from '../../facts/amounts.ts';
import { unblocked } from '../../facts/blocks-and-hidden.ts';
import { acceptableAt } from '../../facts/invitations.ts';
import { MissionRow, missionColumns } from '../../facts/missions.ts';

const MISSION_COLUMNS = missionColumns('m');
const IS_ACCEPTABLE = acceptableAt({ invitation: 'i', mission: 'm', now: '$3' });

// An edit that moves a mission's end into the past delays its completion, so that a mistake can be corrected.
const OVERDUE = 'm.completed_at is null and m.end_date <= $1 and (m.edited_at is null or m.edited_at <= $1)';
const overdueSince = (now: Date) => daysBefore(now, COMPLETE_AFTER_DAYS);

/** Lists IDs of uncompleted missions that ended at least 7 days ago (docs/rules.md#missions). */
export const listOverdue = (db: Queryable, now: Date, limit: number): Promise<string[]> =>
  allValues(db, Id, `select m.id from missions m where ${OVERDUE} order by m.end_date, m.id limit $2`, [
    overdueSince(now),
    limit,
  ]);

/** Locks the mission until commit. Returns null if it is no longer overdue. */
export const lockOverdue = (tx: Tx, missionId: string, now: Date): Promise<MissionRow | null> =>
  firstRow(
    tx,
    MissionRow,
    `select ${MISSION_COLUMNS} from missions m where m.id = $2 and ${OVERDUE} for no key update`,
    [overdueSince(now), missionId],
  );

const OwnRow = z.extend(z.pick(Completion, { next_round: true }), {
  /** Check-ins that have, or had before the member removed it, a text or a photo. */
  with_content_count: Int,
  own_hundredths: Int,
  /** The members' total. It is null if the mission has no road. */
  road_done: z.nullable(Int),
});
export type OwnRow = z.output<typeof OwnRow>;

/**
 * Includes the next round with the viewer's open invitation: its key, or its public ID for a token that can only read.
 * Omits an invitation from someone the viewer blocked.
 */
export const findOwn = (
  db: Queryable,
  missionId: string,
  viewer: { id: string; reads_only: boolean },
  now: Date,
): Promise<OwnRow> =>
  onlyRow(
    db,
    OwnRow,
    `select (select count(*) from checkins where mission_id = $1 and user_id = $2
         and (type <> 'tick' or cleared_at is not null)) as with_content_count,
       (select ${hundredthsSql('amount_total')} from members where mission_id = $1 and user_id = $2) as own_hundredths,
       (select ${roadDone('m')} from missions m where m.id = $1) as road_done, (
       select json_build_object('mission_id', m.id, 'is_member', exists (select from members mb
           where mb.mission_id = m.id and mb.user_id = $2 and mb.left_at is null), 'invitation_id', (
         select ${viewer.reads_only ? 'i.public_id' : 'i.id'} from invitations i join notifications n on n.invitation_id = i.id
         where i.mission_id = m.id and i.source = 'round' and n.user_id = $2 and ${IS_ACCEPTABLE}
           and ${unblocked('$2', 'i.sender_id')}))
       from missions m where m.previous_id = $1) as next_round`,
    [missionId, viewer.id, now],
  );

const GivenRow = z.object({ user_id: Id, reactions_given: Int });

/**
 * Counts each member's reactions to others' check-ins before the mission was completed. Omits members who gave none.
 */
export const countReactionsGiven = (db: Queryable, missionId: string): Promise<z.output<typeof GivenRow>[]> =>
  db.rows(
    GivenRow,
    `select mb.user_id, count(*) as reactions_given
     from checkins c join missions m on m.id = c.mission_id
     join reactions r on r.checkin_id = c.id and r.user_id <> c.user_id
       and (m.completed_at is null or r.created_at <= m.completed_at)
     join members mb on mb.mission_id = c.mission_id and mb.user_id = r.user_id and mb.left_at is null
     where c.mission_id = $1 group by mb.user_id`,
    [missionId],
  );

/** Returns false if the member earned no reward. A repeated call keeps the first time. */
export const setRewardDone = (
  db: Queryable,
  reward: { mission_id: string; user_id: string; done: boolean },
  now: Date,
): Promise<boolean> =>
  anyRow(
    db,
    `update members set reward_done_at = case when $3 then coalesce(reward_done_at, $4::timestamptz) end
     where mission_id = $1 and user_id = $2 and left_at is null and reward_earned returning user_id`,
    [reward.mission_id, reward.user_id, reward.done, now],
  );
