import * as z from 'zod/mini';
import { AUDIT_ACTIONS } from '#domain/admin.ts';
import { LIST_DEFAULT, LIST_MAX, LIST_PAGES_MAX, REASON_MAX, SEARCH_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, line, optionalText, text, wholeParam } from './fields.ts';

const search = optionalText('Search', SEARCH_MAX);
const order = z._default(z.enum(['asc', 'desc']), 'desc');
/** The paging of every list of the operator: at most 100 rows, pages counted from 1. */
const page = { limit: wholeParam('limit', LIST_MAX, LIST_DEFAULT), page: wholeParam('page', LIST_PAGES_MAX, 1) };

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Sign in as the operator',
  body: z.object({
    username: line('Username', 100, 'Please enter your username'),
    password: z
      .string('Please enter your password')
      .check(z.minLength(1, 'Please enter your password'), z.maxLength(1024, 'Please enter your password')),
  }),
  response: z.object({ access_token: z.string(), username: z.string(), expires_at: Instant }),
  secret: true,
  errors: ['wrong_admin_credentials'],
  rate: 'admin_login',
});

export const adminLogout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  summary: "End the operator's session",
});

export const AdminStats = z.object({
  total_users: z.number(),
  pro_users: z.number(),
  free_users: z.number(),
  active_missions: z.number(),
  total_missions: z.number(),
  total_checkins: z.number(),
  users_this_week: z.number(),
  missions_this_week: z.number(),
  /** Active missions that end in this calendar month. */
  missions_ending: z.number(),
  checkins_today: z.number(),
  photos: z.object({
    /** Nothing is removed from a place that is not the server's own. */
    place: z.enum(['own', 'foreign', 'undecided']),
    /** Null unless the daily sweep would move too many and waits for the operator. */
    held: z.nullable(z.object({ orphans: z.number(), pictures: z.number() })),
  }),
});
export type AdminStats = z.output<typeof AdminStats>;

export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  summary: 'Get the numbers of the stat tiles; a week is the last 7 times 24 hours, days and months are those of UTC',
  response: AdminStats,
});

export const AdminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_url: z.nullable(z.string()),
  subscription_tier: z.enum(['free', 'pro']),
  subscription_plan: z.nullable(z.enum(['pro_monthly', 'premium_yearly'])),
  level: z.number(),
  points: z.number(),
  streak_days: z.number(),
  timezone: z.string(),
  profile_completed: z.boolean(),
  missions_count: z.number(),
  checkins_count: z.number(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
  suspended_at: z.nullable(Instant),
});
export type AdminUser = z.output<typeof AdminUser>;

const usersQuery = z.object({
  q: search,
  order,
  sort: z._default(z.enum(['created_at', 'name', 'points']), 'created_at'),
});
export const adminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'List the users, newest first; `q` matches a part of a name or an address, or a whole id',
  query: z.extend(usersQuery, page),
  response: z.object({ users: z.array(AdminUser), total: z.number() }),
});

export const AdminMission = z.object({
  id: z.string(),
  title: z.string(),
  owner_id: z.string(),
  owner_name: z.string(),
  /** Null once the owner's account is deleted. */
  owner_email: z.nullable(z.string()),
  state: z.enum(['active', 'ended', 'completed']),
  is_active: z.boolean(),
  duration_days: z.number(),
  start_date: Instant,
  end_date: Instant,
  first_day: Day,
  last_day: Day,
  created_at: Instant,
  member_count: z.number(),
  checkins_count: z.number(),
});
export type AdminMission = z.output<typeof AdminMission>;

const missionsQuery = z.object({
  q: search,
  order,
  sort: z._default(z.enum(['created_at', 'title', 'end_date']), 'created_at'),
});
export const adminMissions = endpoint({
  method: 'GET',
  path: '/api/admin/missions',
  access: 'admin',
  summary:
    "List the missions, newest first; `q` matches a part of a title or of the owner's name or address, or a whole id",
  query: z.extend(missionsQuery, page),
  response: z.object({ missions: z.array(AdminMission), total: z.number() }),
});

export const adminDeleteMission = endpoint({
  method: 'DELETE',
  path: '/api/admin/missions/{id}',
  access: 'admin',
  summary: 'Delete any mission with all its check-ins',
  params: z.object({ id: Id }),
  errors: ['mission_not_found'],
});

/** A purchase, from the moment its checkout was opened. */
export const AdminTransaction = z.object({
  id: z.string(),
  /** Null once the account is deleted. */
  user_email: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
  plan_type: z.enum(['pro_monthly', 'premium_yearly']),
  /** In cents of `currency`. */
  amount: z.number(),
  currency: z.string(),
  payment_status: z.enum(['paid', 'pending', 'refunded']),
  created_at: Instant,
});
export type AdminTransaction = z.output<typeof AdminTransaction>;

const transactionsQuery = z.object({
  q: search,
  order,
  sort: z._default(z.enum(['created_at', 'amount']), 'created_at'),
});
export const adminTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  access: 'admin',
  summary: 'List the purchases, newest first; `q` matches a part of a name or an address, or a whole id',
  query: z.extend(transactionsQuery, page),
  response: z.object({ transactions: z.array(AdminTransaction), total: z.number() }),
});

const reason = z.object({ reason: optionalText('Reason', REASON_MAX) });
export const suspendUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/suspend',
  access: 'admin',
  summary: "Suspend a user: all sessions end and signing in is refused; the user's posts stay",
  params: z.object({ id: Id }),
  body: reason,
  errors: ['account_not_found', 'already_suspended'],
});

export const reinstateUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/reinstate',
  access: 'admin',
  summary: 'Let a suspended user sign in again',
  params: z.object({ id: Id }),
  errors: ['account_not_found', 'not_suspended'],
});

export const adminCharts = endpoint({
  method: 'GET',
  path: '/api/admin/charts',
  access: 'admin',
  summary:
    'Get sign-ups, check-ins and revenue (paid invoices less refunds, in cents) for each of the last 90 days in UTC',
  response: z.object({
    days: z.array(z.object({ day: Day, sign_ups: z.number(), checkins: z.number(), revenue: z.number() })),
  }),
});
export type AdminCharts = z.output<typeof adminCharts.response>;

/** A whole list as a file. It holds `rows` of the `total` rows; there is a maximum. */
const CsvFile = z.object({ filename: z.string(), csv: z.string(), rows: z.number(), total: z.number() });

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  access: 'admin',
  summary: 'Export the list of users as CSV, with the same search and order',
  query: usersQuery,
  response: CsvFile,
});

export const exportMissions = endpoint({
  method: 'GET',
  path: '/api/admin/missions/export',
  access: 'admin',
  summary: 'Export the list of missions as CSV, with the same search and order',
  query: missionsQuery,
  response: CsvFile,
});

const Named = z.object({ id: z.string(), name: z.string() });

/** A report of a check-in or a comment, as the operator sees it. */
export const AdminReport = z.object({
  id: z.string(),
  kind: z.enum(['checkin', 'comment']),
  /** The text at the time of the report; empty for a tick, or a photo without text. */
  content: z.string(),
  /** The small photo as it is now; null without one. */
  photo_url: z.nullable(z.string()),
  reason: z.string(),
  status: z.enum(['open', 'hidden', 'dismissed']),
  created_at: Instant,
  resolved_at: z.nullable(Instant),
  reporter: Named,
  author: z.extend(Named, { suspended_at: z.nullable(Instant), is_deleted: z.boolean() }),
  mission_title: z.nullable(z.string()),
  /** Open reports of the same post, including this one. */
  open_count: z.number(),
  /** False once the post was deleted. */
  is_there: z.boolean(),
});
export type AdminReport = z.output<typeof AdminReport>;

export const adminReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary: 'List the reported check-ins and comments, newest first',
  query: z.extend(z.object({ status: z._default(z.enum(['open', 'hidden', 'dismissed']), 'open') }), page),
  response: z.object({ reports: z.array(AdminReport), total: z.number() }),
});

export const hideReported = endpoint({
  method: 'POST',
  path: '/api/admin/reports/{id}/hide',
  access: 'admin',
  summary: 'Hide the reported post and settle all open reports of it; the author of a check-in can read the reason',
  params: z.object({ id: Id }),
  body: z.object({ reason: text('Reason', REASON_MAX, 'Please give a reason') }),
  errors: ['report_not_found', 'report_resolved', 'post_gone'],
});

export const dismissReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/{id}/dismiss',
  access: 'admin',
  summary: 'Leave the reported post as it is and settle all open reports of it',
  params: z.object({ id: Id }),
  errors: ['report_not_found', 'report_resolved'],
});

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/export',
  access: 'admin',
  summary: 'Export the list of purchases as CSV, with the same search and order',
  query: transactionsQuery,
  response: CsvFile,
});

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  admin: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  target_id: z.nullable(z.string()),
  /** What the action was done to: a title, or the current name of an account. Null for actions without a target. */
  target: z.nullable(z.string()),
  note: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: "List the operator's actions, newest first; entries are never changed or removed",
  query: z.object(page),
  response: z.object({ entries: z.array(AuditEntry), total: z.number() }),
});
