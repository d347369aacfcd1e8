import * as z from 'zod/mini';
import { isOpenFamily } from '#contract/api-token-scopes.ts';
import { Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { addressedTo } from '../../../facts/invitations.ts';
import { type AddressSettings, provenAddress } from '../../../facts/users.ts';
import { listSavedDays } from './read.ts';

export type Row = Record<string, unknown>;

export interface TableRead {
  readonly db: Queryable;
  readonly user_id: string;
  readonly now: Date;
}

interface ArchiveTable {
  /** The description in the archive's README. */
  readonly about: string;
  /** The path segment after `/api/` that decides if tokens see the rows; defaults to the table's name. */
  readonly family?: string;
  /** Selects the rows of user $1, each with a text `at` that orders the rows. */
  readonly sql: string;
  /** Returns the values from $3 on. */
  readonly values?: (read: TableRead) => Promise<readonly unknown[]> | readonly unknown[];
}

export type NamedTable = readonly [name: string, table: ArchiveTable];

/** SQL for a table with the columns `id` and `user_id`. */
const own = (table: string, columns: string): string =>
  `select id::text as at, ${columns} from ${table} where user_id = $1`;

const TABLES: Readonly<Record<string, ArchiveTable>> = {
  missions: {
    about: 'The missions you are or were in, with your place in each; the full text where you are the owner',
    sql: `select m.id::text as at, m.id as mission_id, m.title, m.owner_id = $1 as owner,
        case when m.owner_id = $1 then m.description end as description, case when m.owner_id = $1 then m.goal end as goal, m.first_day, m.duration_days, m.timezone, m.level_goal, m.streak_goal, m.schedule_kind, m.schedule_times, m.schedule_days, m.board, m.habit, m.patch, m.unit, m.hidden_unit, m.amount_target, m.counts_at, m.road_length, m.road_name, m.round, m.previous_id, case when m.owner_id = $1 then m.reward_description end as reward_description,
        m.completed_at, mb.joined_at, mb.returned_at, mb.left_at, mb.left_day, mb.asks_from, mb.removed_at, mb.is_cohost, mb.points, mb.checkins_count, mb.checkins_count - mb.counted as extra_checkins, mb.longest_streak, mb.reward_earned, mb.reward_done_at, mb.cue, mb.own_habit, mb.muted, mb.reminder_asked_at, mb.amount_total
      from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1`,
  },
  'check-ins': {
    family: 'checkins',
    about: 'Your check-ins; a photo is the file in photos/ with the same id',
    sql: `select c.id::text as at, c.id, m.title as mission, c.mission_id, c.type, c.content, c.points_earned, c.local_day,
        c.timezone, c.performed_at, c.created_at, c.edited_at, c.is_extra, c.is_late, c.is_comeback, c.cleared_at, c.hidden_at, c.hidden_reason
      from checkins c join missions m on m.id = c.mission_id where c.user_id = $1`,
  },
  'day-amounts': {
    family: 'missions',
    about: 'What you counted on each day',
    sql: `select a.mission_id::text || a.local_day as at, m.title as mission, a.mission_id, a.local_day, a.amount, coalesce(m.unit, m.hidden_unit) as unit from day_amounts a join missions m on m.id = a.mission_id where a.user_id = $1`,
  },
  comments: {
    about: 'Your comments',
    sql: own('comments', 'id, checkin_id, parent_id, content, created_at, removed_at'),
  },
  reactions: {
    family: 'checkins',
    about: 'Your reactions',
    sql: `select r.checkin_id || r.type as at, r.checkin_id, r.type, r.created_at from reactions r where r.user_id = $1`,
  },
  payments: {
    about: 'What you bought',
    sql: own('payment_sessions', 'id, plan_type, amount, currency, status, payment_status, created_at, paid_at'),
  },
  'api-tokens': {
    family: 'tokens',
    about: 'Your personal API tokens, without the tokens themselves',
    sql: own('api_tokens', 'id, name, scope, created_at, last_used_at, expires_at'),
  },
  'check-in-keys': {
    family: 'checkin-keys',
    about: 'Your check-in keys, without their links',
    sql: `select k.id::text as at, k.id, m.title as mission, k.mission_id, k.name, k.created_at, k.last_used_at
      from checkin_keys k join missions m on m.id = k.mission_id where k.user_id = $1`,
  },
  notifications: {
    about: "What the bell told you, apart from other people's check-ins",
    sql: own('notifications', 'id, type, mission_id, checkin_id, comment_id, reaction_type, created_at, read_at'),
  },
  days: {
    family: 'streak',
    about: 'Days that were saved, and days kept of missions that were deleted',
    sql: `select d.day::text || d.kind as at, d.day, d.kind, d.checkins_count from (
        select saved.day, 'rest day' as kind, null::int as checkins_count from unnest($3::date[]) as saved (day)
        union all select day, 'kept day', checkins_count from archived_days where user_id = $1) d`,
    values: async (read) => [await listSavedDays(read.db, read.user_id, read.now)],
  },
  breaks: {
    family: 'pauses',
    about: 'Breaks that you took or planned',
    sql: own('pauses', 'from_day, to_day, reason, created_at'),
  },
  imports: {
    about: 'Habits and days that you brought from other trackers',
    sql: own(
      'imports',
      `id, source, habit, unit, created_at, (select json_agg(json_build_object('day', d.day, 'amount', d.amount)
        order by d.day) from imported_days d where d.import_id = imports.id) as days`,
    ),
  },
  'ended-plans': {
    family: 'streak',
    about: 'What missions asked of you that were deleted, or that you left and came back to',
    sql: own(
      'archived_asked_days',
      'schedule_kind, schedule_times, schedule_days, first_day, joined_day, from_day, to_day, days',
    ),
  },
  'taken-back': {
    family: 'checkins',
    about: 'Numbers of check-ins that you undid in the last 30 days',
    sql: `select t.client_id::text as at, t.client_id, t.taken_back_at from taken_back t where t.user_id = $1`,
  },
  'time-zones': {
    family: 'auth',
    about: 'Your changes of timezone, which make days that do not count',
    sql: own('zone_changes', 'changed_at, old_zone, new_zone, old_day, new_day'),
  },
  reminders: {
    about: 'The reminders that you chose',
    sql: `select m.id::text as at, m.title as mission, r.hour, r.minute, r.channel, r.days, r.is_on, r.unanswered
      from reminders r join missions m on m.id = r.mission_id where r.user_id = $1`,
  },
  sessions: {
    family: 'auth',
    about: 'Where you are signed in',
    sql: own('sessions', 'user_agent, created_at, last_used_at'),
  },
  'known-sign-ins': {
    family: 'auth',
    about: 'When you last signed in from each place that is known; the places are stored as hashes, which are left out',
    sql: `select k.last_at::text || encode(k.network_hash || k.device_hash, 'hex') as at, k.last_at
      from known_sign_ins k where k.user_id = $1`,
  },
  'single-sign-on': {
    family: 'auth',
    about: 'The accounts elsewhere with which you sign in here',
    sql: `select i.issuer || ' ' || i.subject as at, i.issuer, i.subject, i.created_at from identities i where i.user_id = $1`,
  },
  'push-devices': {
    family: 'push',
    about: 'Devices with push messages on',
    sql: own('push_subscriptions', 'name, created_at'),
  },
  nudges: {
    family: 'missions',
    about: 'Nudges that you sent and got',
    sql: `select mission_id::text || day || from_id || to_id as at, mission_id, day,
        case when from_id = $1 then 'given' else 'got' end as direction from nudges where from_id = $1 or to_id = $1`,
  },
  blocks: {
    family: 'users',
    about: 'People you blocked',
    sql: `select b.blocked_id::text as at, u.name, b.created_at from blocks b join users u on u.id = b.blocked_id
      where b.blocker_id = $1`,
  },
  reports: {
    about: 'What you reported',
    sql: `select id::text as at, kind, reason, created_at, status, resolved_at from reports where reporter_id = $1`,
  },
};

const OWN_ADDRESS = '(select u.email from users u where u.id = $1)';

/** SQL for the address of an invitation that user $1 sent; null if it invites to a next round. */
const INVITEE = "case when i.sender_id = $1 and i.source = 'email' then i.invitee_email end";

/** Who downloads the archive: the user in a session, or a program with an API token of the user. */
export interface ArchiveReader {
  /** Null in a session. */
  readonly token_id: string | null;
  readonly reads_only: boolean;
}

/** A token sees only the webhooks that it created, without URL paths, because these can contain secrets. */
const webhooks = ({ token_id }: ArchiveReader): ArchiveTable => ({
  about: 'Your webhooks, without their secrets',
  sql: `select w.id::text as at, w.id, case when $3::uuid is null then w.url else substring(w.url from '^[^:]+://[^/?#\\\\]+') end as url,
      w.description, w.events, w.mission_id, w.is_on, w.off_reason, w.created_at, w.last_success_at
    from webhooks w where w.user_id = $1 and ($3 is null or w.token_id = $3)`,
  values: () => [token_id],
});

const invitations = (config: AddressSettings, { reads_only }: ArchiveReader): ArchiveTable => ({
  about: 'Invitations that you sent, and those that came to your address',
  sql: `select i.id::text as at, case when i.sender_id = $1 then 'sent' else 'received' end as direction,
      m.title as mission, ${reads_only ? "''" : INVITEE} as invitee_email, i.message, i.source, i.status,
      i.created_at, i.expires_at, i.processed_at
    from invitations i join missions m on m.id = i.mission_id
    where i.sender_id = $1 or ${addressedTo('i', { id: '$1', email: OWN_ADDRESS, proven: `(select ${provenAddress(config, 'u')} from users u where u.id = $1)` })}`,
});

/**
 * Returns the tables of everything stored about a user, without what others wrote. An API token gets only the families
 * open to tokens, and a read-only token no addresses of invited people.
 */
export const archiveTables = (config: AddressSettings, reader: ArchiveReader): readonly NamedTable[] =>
  Object.entries({ ...TABLES, webhooks: webhooks(reader), invitations: invitations(config, reader) }).filter(
    ([name, { family }]) => reader.token_id === null || isOpenFamily(family ?? name),
  );

const PAGE = 500;

const ArchivedRow = z.looseObject({ at: Text });

/** Reads a table page by page, so memory does not grow with the number of rows. */
export async function* readTable(table: ArchiveTable, read: TableRead): AsyncGenerator<Row> {
  const values = (await table.values?.(read)) ?? [];
  for (let after = ''; ; ) {
    const page = await read.db.rows(
      ArchivedRow,
      `select * from (${table.sql}) own where at collate "C" > $2 order by at collate "C" limit ${PAGE}`,
      [read.user_id, after, ...values],
    );
    for (const { at: _, ...row } of page) yield row;
    if (page.length < PAGE) return;
    after = page.at(-1)!.at;
  }
}
