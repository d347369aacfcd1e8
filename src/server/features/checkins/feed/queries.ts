import * as z from 'zod/mini';
import { earliestEditable } from '#domain/checkins.ts';
import { DELETIONS_PAGE, REACTORS_IN_FEED } from '#domain/limits.ts';
import { Bool, Day, Id, Instant } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { hundredthsSql } from '../../../facts/amounts.ts';
import { unblocked, visibleTo } from '../../../facts/blocks-and-hidden.ts';
import { ownHabitOfAuthor } from '../../../facts/own-habits.ts';
import { reactionsColumn } from '../../../facts/reactions.ts';
import { CheckinRow, type Viewer } from './view.ts';

const IS_VISIBLE = visibleTo({ checkin: 'c', mission: 'm', viewer: '$1' });

/** The columns for the viewer `$1`. One statement reads all that a row shows, so more rows need no more statements. */
const FEED_COLUMNS = `c.id, c.user_id, u.name as user_name, u.avatar_key as user_avatar_key, u.look as user_look, c.mission_id,
  ${ownHabitOfAuthor({ mission: 'm', checkin: 'c' })} as own_habit, c.type,
  c.content, c.photo_key, c.photo_width, c.photo_height, c.photo_thumbhash, c.local_day,
  case when m.board = 'stars' or c.user_id = $1 then c.points_earned end as points_earned,
  case when m.unit is not null and (m.board = 'stars' or c.user_id = $1) then coalesce((
    select ${hundredthsSql('a.amount')} from day_amounts a
    where a.mission_id = c.mission_id and a.user_id = c.user_id and a.local_day = c.local_day), 0) end as amount_hundredths,
  c.performed_at, c.created_at, c.edited_at, c.cleared_at, c.is_extra, c.is_late, c.is_comeback, c.hidden_reason, c.hidden_by,
  m.completed_at is not null as mission_completed,
  ${reactionsColumn({ checkin: 'c', viewer: '$1' }, REACTORS_IN_FEED)},
  (select count(*) from comments k
    where k.checkin_id = c.id and k.removed_at is null and ${unblocked('$1', 'k.user_id')}) as comments_count`;
const FEED_SELECT = `select ${FEED_COLUMNS}
  from checkins c join users u on u.id = c.user_id join missions m on m.id = c.mission_id`;

/** Finds the check-in that a client already sent under this ID, or null. */
export const findCheckinByClientId = (db: Queryable, userId: string, clientId: string): Promise<CheckinRow | null> =>
  firstRow(db, CheckinRow, `${FEED_SELECT} where c.user_id = $1 and c.client_id = $2`, [userId, clientId]);

/**
 * Finds a check-in for a member of its mission. Null for everyone else, for users who blocked its author and, while it
 * is hidden, for members other than its author and the owner.
 */
export const findCheckin = (db: Queryable, userId: string, checkinId: string): Promise<CheckinRow | null> =>
  firstRow(
    db,
    CheckinRow,
    `${FEED_SELECT}
       join members mb on mb.mission_id = c.mission_id and mb.user_id = $1 and mb.left_at is null
     where c.id = $2 and ${IS_VISIBLE} and ${unblocked('$1', 'c.user_id')}`,
    [userId, checkinId],
  );

interface FeedPage {
  limit: number;
  /** The ID of the last row of the previous page. */
  before?: string | undefined;
  /** Only check-ins made or edited at or after this instant. */
  since?: string | undefined;
}

const pageSql = (changed: string) =>
  `${FEED_SELECT} where c.mission_id = $2 and ($4::uuid is null or c.id < $4)
     and (c.hidden_at is null or c.user_id = $1 or $5) and ${unblocked('$1', 'c.user_id')} ${changed}
   order by c.id desc limit $3`;
const PAGE = pageSql('');
/**
 * Check-ins made or edited at or after $7. Older IDs than $6 could no longer be edited then, so the index skips them.
 */
const CHANGED_PAGE = pageSql('and c.id >= $6 and (c.created_at >= $7 or c.edited_at >= $7)');

export const listFeed = (
  db: Queryable,
  viewer: Viewer,
  missionId: string,
  { limit, before, since }: FeedPage,
): Promise<CheckinRow[]> => {
  const values = [viewer.id, missionId, limit, before ?? null, viewer.is_owner];
  if (since === undefined) return db.rows(CheckinRow, PAGE, values);
  const start = new Date(since);
  return db.rows(CheckinRow, CHANGED_PAGE, [...values, floorId(earliestEditable(start)), start]);
};

/** The viewer's own check-in, and whether they own its mission. */
const OwnRow = z.extend(CheckinRow, { is_owner: Bool });

const OwnPlace = z.object({ id: Id, local_day: Day });
type OwnPlace = z.output<typeof OwnPlace>;

/** Selects the viewer's own check-ins by day, after a check-in that was listed before. */
interface OwnPage {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  before: OwnPlace | null;
}

/**
 * Lists a page of the user's check-ins in all current missions, newest day first. To save work, it joins what a row
 * shows only to the rows of the page.
 */
export const listOwn = (
  db: Queryable,
  userId: string,
  { from, to, limit, before }: OwnPage,
): Promise<z.output<typeof OwnRow>[]> =>
  db.rows(
    OwnRow,
    `select ${FEED_COLUMNS}, m.owner_id = $1 as is_owner
     from (
       select c.* from checkins c
         join members mb on mb.mission_id = c.mission_id and mb.user_id = $1 and mb.left_at is null
       where c.user_id = $1 and c.local_day >= greatest($2::date, '-infinity')
         and c.local_day <= least($3::date, $4::date, 'infinity')
         and ($5::uuid is null or c.local_day < $4::date or c.id < $5)
       order by c.local_day desc, c.id desc limit $6
     ) c join users u on u.id = c.user_id join missions m on m.id = c.mission_id
     order by c.local_day desc, c.id desc`,
    [userId, from ?? null, to ?? null, before?.local_day ?? null, before?.id ?? null, limit],
  );

/** Finds the position of the user's own check-in in their list, even in a mission they left. Null for any other ID. */
export const findOwnPlace = (db: Queryable, userId: string, checkinId: string): Promise<OwnPlace | null> =>
  firstRow(db, OwnPlace, 'select id, local_day from checkins where id = $1 and user_id = $2', [checkinId, userId]);

const DeletedRow = z.object({ id: Id, deleted_at: Instant });

/** Lists check-ins that were undone, or hidden from the viewer, since an instant, oldest first. */
export const listDeleted = (
  db: Queryable,
  viewer: Viewer,
  missionId: string,
  since: Date,
): Promise<z.output<typeof DeletedRow>[]> =>
  db.rows(
    DeletedRow,
    `(select checkin_id as id, deleted_at from deleted_checkins where mission_id = $1 and deleted_at >= $2
       order by deleted_at, checkin_id limit $5)
     union all
     (select id, hidden_at from checkins
       where mission_id = $1 and hidden_at >= $2 and user_id <> $3 and not $4
       order by hidden_at, id limit $5)
     order by deleted_at, id limit $5`,
    [missionId, since, viewer.id, viewer.is_owner, DELETIONS_PAGE],
  );
