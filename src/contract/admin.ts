import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { AUDIT_ACTIONS } from '#domain/admin.ts';
import { PLAN_TYPES } from '#domain/billing.ts';
import { LIST_DEFAULT, LIST_MAX, LIST_PAGES_MAX, SEARCH_MAX } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { OwnPassword } from './auth.ts';
import { Day, Instant, line, optionalText, wholeParam } from './fields.ts';
import { Mission } from './missions.ts';

/** Builds the search and order parameters of a list. `sort` names the columns that can be sorted. */
export const listQuery = <Sort extends z.ZodMiniType>(sort: Sort) =>
  z.object({
    q: described(
      optionalText('problems.labels.search', SEARCH_MAX),
      'Part of a name, a title or an email address, or a whole id.',
    ),
    order: described(z._default(z.enum(['asc', 'desc']), 'desc'), 'Whether the smallest or the largest comes first.'),
    sort: described(sort, 'What to sort by.'),
  });
export const page = {
  limit: described(wholeParam('limit', LIST_MAX, LIST_DEFAULT), 'The maximum number of rows.'),
  page: described(wholeParam('page', LIST_PAGES_MAX, 1), 'The page, counted from 1.'),
};
/** The digits of a code, and separators that people type between them. */
const CODE_MAX = 20;

export const total = described(z.number(), 'How many rows there are in all.');

export const adminLogin = endpoint(
  {
    method: 'POST',
    path: '/api/admin/login',
    body: z.object({
      username: described(line('problems.labels.username', 100, problem('problems.username')), "The operator's name."),
      password: described(OwnPassword, "The operator's password."),
      code: described(
        z.optional(z.string().check(z.maxLength(CODE_MAX))),
        'The six digits of the authenticator app, where the server asks for them; left out otherwise.',
      ),
    }),
  },
  ON_SERVER && {
    access: 'public',
    summary: 'Sign in as the operator',
    response: z.object({
      access_token: described(z.string(), "The session's token, for the header Authorization."),
      username: described(z.string(), "The operator's name."),
      expires_at: described(Instant, 'When the session ends.'),
    }),
    secret: true,
    errors: ['wrong_admin_credentials'],
    rate: 'admin_login',
  },
);

export const adminLogout = endpoint(
  { method: 'POST', path: '/api/admin/logout' },
  ON_SERVER && {
    access: 'admin',
    summary: "End the operator's session",
  },
);

export const AdminStats = namedObject('AdminStats', 'The figures on the tiles.', {
  total_users: described(z.number(), 'All accounts.'),
  pro_users: described(z.number(), 'Those with a paid plan.'),
  free_users: described(z.number(), 'Those without one.'),
  active_missions: described(z.number(), 'Missions that are still running.'),
  total_missions: described(z.number(), 'All missions.'),
  total_checkins: described(z.number(), 'All check-ins.'),
  users_this_week: described(z.number(), 'Accounts created in the last 168 hours.'),
  missions_this_week: described(z.number(), 'Missions created in the last 168 hours.'),
  missions_ending: described(z.number(), 'Active missions that end this calendar month.'),
  checkins_today: described(z.number(), "Today's check-ins, by the day in UTC."),
  open_reports: described(z.number(), 'Reports that wait for a decision.'),
  photos: described(
    z.object({
      place: described(
        z.enum(['own', 'foreign', 'undecided']),
        'Whose place for photos this is: `own`, `foreign` (nothing is removed there) or `undecided`.',
      ),
      held: described(
        z.nullable(
          z.object({
            orphans: described(z.number(), 'How many photos it would move.'),
            pictures: described(z.number(), 'How many photos there are in all.'),
          }),
        ),
        'The daily sweep, if it would move too many photos and waits for you; otherwise null.',
      ),
    }),
    'What you need to know about the stored photos.',
  ),
  database: described(
    z.object({
      version: described(z.string(), 'The version of PostgreSQL, such as `18.6`.'),
      newer_minor: described(
        z.nullable(z.string()),
        'The newest minor release that this release of Emberkin knows of, if it is newer: it has security fixes. Otherwise null.',
      ),
    }),
    'What you need to know about the database.',
  ),
});
export type AdminStats = z.output<typeof AdminStats>;

export const adminStats = endpoint(
  { method: 'GET', path: '/api/admin/stats' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Get the figures on the tiles; a week is the last 168 hours, days and months are in UTC',
    response: AdminStats,
  },
);

export const AdminMission = namedObject('AdminMission', 'A mission as the operator sees it.', {
  ...z.pick(Mission, { id: true, title: true, owner_id: true, owner_name: true }).shape,
  owner_email: described(z.nullable(z.string()), 'The email address of the owner; null once the account is deleted.', {
    format: 'email',
  }),
  ...z.pick(Mission, { state: true, is_active: true, duration_days: true, start_date: true, end_date: true }).shape,
  ...z.pick(Mission, { first_day: true, last_day: true, created_at: true }).shape,
  member_count: described(z.number(), 'How many members there are.'),
  checkins_count: described(z.number(), 'How many check-ins there are.'),
});
export type AdminMission = z.output<typeof AdminMission>;

const missionsQuery = listQuery(z._default(z.enum(['created_at', 'title', 'end_date']), 'created_at'));
export const adminMissions = endpoint(
  { method: 'GET', path: '/api/admin/missions' },
  ON_SERVER && {
    access: 'admin',
    summary:
      "List the missions, newest first; `q` matches part of a title or of the owner's name or email address, or a whole id",
    query: z.extend(missionsQuery, page),
    response: z.object({
      missions: described(z.array(AdminMission), 'The missions.'),
      total,
    }),
  },
);

export const adminDeleteMission = endpoint(
  { method: 'DELETE', path: '/api/admin/missions/{id}' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Delete any mission with all its check-ins',
    errors: ['mission_not_found'],
  },
);

export const AdminTransaction = namedObject(
  'AdminTransaction',
  'A purchase, from the moment its checkout was opened.',
  {
    id: described(z.string(), 'The id of the purchase.'),
    user_email: described(z.nullable(z.string()), 'The email address of the buyer; null once the account is deleted.', {
      format: 'email',
    }),
    user_name: described(z.nullable(z.string()), 'The name of the buyer; null once the account is deleted.'),
    plan_type: described(z.enum(PLAN_TYPES), 'The plan.'),
    amount: described(z.number(), 'The amount in cents of `currency`.'),
    currency: described(z.string(), 'The three-letter code of the currency.'),
    payment_status: described(z.enum(['paid', 'pending', 'refunded']), 'Whether it was paid.'),
    created_at: described(Instant, 'When the checkout was opened.'),
  },
);
export type AdminTransaction = z.output<typeof AdminTransaction>;

const transactionsQuery = listQuery(z._default(z.enum(['created_at', 'amount']), 'created_at'));
export const adminTransactions = endpoint(
  { method: 'GET', path: '/api/admin/transactions' },
  ON_SERVER && {
    access: 'admin',
    summary: 'List the purchases, newest first; `q` matches part of a name or an email address, or a whole id',
    query: z.extend(transactionsQuery, page),
    response: z.object({
      transactions: described(z.array(AdminTransaction), 'The purchases.'),
      total,
    }),
  },
);

export const adminCharts = endpoint(
  { method: 'GET', path: '/api/admin/charts' },
  ON_SERVER && {
    access: 'admin',
    summary:
      'Get sign-ups, check-ins and revenue (paid invoices less refunds, in cents) for each of the last 90 days in UTC',
    response: z.object({
      days: described(
        z.array(
          z.object({
            day: described(Day, 'The day.'),
            sign_ups: described(z.number(), 'New accounts.'),
            checkins: described(z.number(), 'Check-ins made.'),
            revenue: described(z.number(), 'Paid invoices less refunds, in cents.'),
          }),
        ),
        'The last 90 days in UTC, oldest first.',
      ),
    }),
  },
);
export type AdminCharts = z.output<typeof adminCharts.response>;

export const CsvFile = z.object({
  filename: described(z.string(), 'A name to save it under.'),
  csv: described(z.string(), 'The file.'),
  rows: described(z.number(), 'How many rows it has.'),
  total: described(z.number(), 'How many rows the list has; a file ends at a maximum.'),
});

export const exportMissions = endpoint(
  { method: 'GET', path: '/api/admin/missions/export' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Export the list of missions as CSV, with the same search and order',
    query: missionsQuery,
    response: CsvFile,
  },
);

export const exportTransactions = endpoint(
  { method: 'GET', path: '/api/admin/transactions/export' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Export the list of purchases as CSV, with the same search and order',
    query: transactionsQuery,
    response: CsvFile,
  },
);

export const AuditEntry = namedObject('AuditEntry', 'Something that the operator did.', {
  id: described(z.string(), 'The id of the entry.'),
  at: described(Instant, 'When it was done.'),
  admin: described(z.string(), 'Who did it.'),
  action: described(z.enum(AUDIT_ACTIONS), 'What was done.'),
  target_id: described(z.nullable(z.string()), 'The id of what it was done to; null without one.'),
  target: described(z.nullable(z.string()), "What it was done to: a title or an account's name; null without one."),
  note: described(z.string(), 'A note; may be empty.'),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditLog = endpoint(
  { method: 'GET', path: '/api/admin/audit' },
  ON_SERVER && {
    access: 'admin',
    summary: "List the operator's actions, newest first; entries are never changed or removed",
    query: z.object({
      show: described(
        z._default(z.enum(['actions', 'all']), 'actions'),
        'Whether refused sign-ins are listed as well: the first of a network in an hour has an entry.',
      ),
      ...page,
    }),
    response: z.object({
      entries: described(z.array(AuditEntry), 'The entries.'),
      total,
    }),
  },
);
