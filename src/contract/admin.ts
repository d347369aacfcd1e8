import * as z from 'zod/mini';
import { AUDIT_ACTIONS } from '#domain/admin.ts';
import { LIST_DEFAULT, LIST_MAX, LIST_PAGES_MAX, REASON_MAX, SEARCH_MAX } from '#domain/limits.ts';
import { described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, line, optionalText, text, wholeParam } from './fields.ts';

const search = optionalText('Search', SEARCH_MAX);
const order = z._default(z.enum(['asc', 'desc']), 'desc');
const page = {
  limit: described(wholeParam('limit', LIST_MAX, LIST_DEFAULT), 'The maximum number of rows.'),
  page: described(wholeParam('page', LIST_PAGES_MAX, 1), 'The page, counted from 1.'),
};

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Sign in as the operator',
  body: z.object({
    username: described(line('Username', 100, 'Please enter your username'), "The operator's name."),
    password: described(
      z
        .string('Please enter your password')
        .check(z.minLength(1, 'Please enter your password'), z.maxLength(1024, 'Please enter your password')),
      "The operator's password.",
    ),
  }),
  response: z.object({
    access_token: described(z.string(), "The session's token, for the header Authorization."),
    username: described(z.string(), "The operator's name."),
    expires_at: described(Instant, 'When the session ends.'),
  }),
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

export const AdminStats = named(
  'AdminStats',
  'The figures on the tiles.',
  z.object({
    total_users: described(z.number(), 'All accounts.'),
    pro_users: described(z.number(), 'Those with a paid plan.'),
    free_users: described(z.number(), 'Those without one.'),
    active_missions: described(z.number(), 'Missions that are still running.'),
    total_missions: described(z.number(), 'All missions.'),
    total_checkins: described(z.number(), 'All check-ins.'),
    users_this_week: described(z.number(), 'Accounts created in the last 168 hours.'),
    missions_this_week: described(z.number(), 'Missions created in the last 168 hours.'),
    missions_ending: described(z.number(), 'Active missions that end this calendar month.'),
    checkins_today: described(z.number(), 'Check-ins of today in UTC.'),
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
  }),
);
export type AdminStats = z.output<typeof AdminStats>;

export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  summary: 'Get the figures on the tiles; a week is the last 168 hours, days and months are in UTC',
  response: AdminStats,
});

export const AdminUser = named(
  'AdminUser',
  'An account as the operator sees it.',
  z.object({
    id: described(z.string(), 'The id of the user.'),
    name: described(z.string(), 'The name.'),
    email: described(z.string(), 'The email address.', { format: 'email' }),
    avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
    subscription_tier: described(z.enum(['free', 'pro']), 'What the account can do now.'),
    subscription_plan: described(z.nullable(z.enum(['pro_monthly', 'premium_yearly'])), 'The plan; null on Free.'),
    level: described(z.number(), 'The level.'),
    points: described(z.number(), 'All points.'),
    streak_days: described(z.number(), 'The current streak, in days.'),
    timezone: described(z.string(), 'The time zone.'),
    profile_completed: described(z.boolean(), 'Whether the profile was ever saved.'),
    missions_count: described(z.number(), 'How many missions the user is in.'),
    checkins_count: described(z.number(), 'How many check-ins the user made.'),
    created_at: described(Instant, 'When the account was created.'),
    last_used_at: described(z.nullable(Instant), 'When it was last used; null if never.'),
    suspended_at: described(z.nullable(Instant), 'When it was suspended; null if it is not.'),
  }),
);
export type AdminUser = z.output<typeof AdminUser>;

const usersQuery = z.object({
  q: described(search, 'Part of a name, a title or an email address, or a whole id.'),
  order: described(order, 'Whether the smallest or the largest comes first.'),
  sort: described(z._default(z.enum(['created_at', 'name', 'points']), 'created_at'), 'What to sort by.'),
});
export const adminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'List the users, newest first; `q` matches part of a name or an email address, or a whole id',
  query: z.extend(usersQuery, page),
  response: z.object({
    users: described(z.array(AdminUser), 'The accounts.'),
    total: described(z.number(), 'How many rows there are in all.'),
  }),
});

export const AdminMission = named(
  'AdminMission',
  'A mission as the operator sees it.',
  z.object({
    id: described(z.string(), 'The id of the mission.'),
    title: described(z.string(), 'The title.'),
    owner_id: described(z.string(), 'The id of the owner.'),
    owner_name: described(z.string(), 'The name of the owner.'),
    owner_email: described(
      z.nullable(z.string()),
      'The email address of the owner; null once the account is deleted.',
      {
        format: 'email',
      },
    ),
    state: described(z.enum(['active', 'ended', 'completed']), 'Whether it is running, over or completed.'),
    is_active: described(z.boolean(), 'Whether it is not completed yet.'),
    duration_days: described(z.number(), 'How many days it lasts.'),
    start_date: described(Instant, 'The start of its first day.'),
    end_date: described(Instant, 'The end of its last day.'),
    first_day: described(Day, 'Its first day, in its time zone.'),
    last_day: described(Day, 'Its last day, in its time zone.'),
    created_at: described(Instant, 'When it was created.'),
    member_count: described(z.number(), 'How many members there are.'),
    checkins_count: described(z.number(), 'How many check-ins there are.'),
  }),
);
export type AdminMission = z.output<typeof AdminMission>;

const missionsQuery = z.object({
  q: described(search, 'Part of a name, a title or an email address, or a whole id.'),
  order: described(order, 'Whether the smallest or the largest comes first.'),
  sort: described(z._default(z.enum(['created_at', 'title', 'end_date']), 'created_at'), 'What to sort by.'),
});
export const adminMissions = endpoint({
  method: 'GET',
  path: '/api/admin/missions',
  access: 'admin',
  summary:
    "List the missions, newest first; `q` matches part of a title or of the owner's name or email address, or a whole id",
  query: z.extend(missionsQuery, page),
  response: z.object({
    missions: described(z.array(AdminMission), 'The missions.'),
    total: described(z.number(), 'How many rows there are in all.'),
  }),
});

export const adminDeleteMission = endpoint({
  method: 'DELETE',
  path: '/api/admin/missions/{id}',
  access: 'admin',
  summary: 'Delete any mission with all its check-ins',
  params: z.object({ id: Id }),
  errors: ['mission_not_found'],
});

export const AdminTransaction = named(
  'AdminTransaction',
  'A purchase, from the moment its checkout was opened.',
  z.object({
    id: described(z.string(), 'The id of the purchase.'),
    user_email: described(z.nullable(z.string()), 'The email address of the buyer; null once the account is deleted.', {
      format: 'email',
    }),
    user_name: described(z.nullable(z.string()), 'The name of the buyer; null once the account is deleted.'),
    plan_type: described(z.enum(['pro_monthly', 'premium_yearly']), 'The plan.'),
    amount: described(z.number(), 'The amount in cents of `currency`.'),
    currency: described(z.string(), 'The three-letter code of the currency.'),
    payment_status: described(z.enum(['paid', 'pending', 'refunded']), 'Whether it was paid.'),
    created_at: described(Instant, 'When the checkout was opened.'),
  }),
);
export type AdminTransaction = z.output<typeof AdminTransaction>;

const transactionsQuery = z.object({
  q: described(search, 'Part of a name, a title or an email address, or a whole id.'),
  order: described(order, 'Whether the smallest or the largest comes first.'),
  sort: described(z._default(z.enum(['created_at', 'amount']), 'created_at'), 'What to sort by.'),
});
export const adminTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  access: 'admin',
  summary: 'List the purchases, newest first; `q` matches part of a name or an email address, or a whole id',
  query: z.extend(transactionsQuery, page),
  response: z.object({
    transactions: described(z.array(AdminTransaction), 'The purchases.'),
    total: described(z.number(), 'How many rows there are in all.'),
  }),
});

const reason = z.object({
  reason: described(optionalText('Reason', REASON_MAX), 'The reason, for the audit log; null or left out for none.'),
});
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
});
export type AdminCharts = z.output<typeof adminCharts.response>;

const CsvFile = z.object({
  filename: described(z.string(), 'A name to save it under.'),
  csv: described(z.string(), 'The file.'),
  rows: described(z.number(), 'How many rows it has.'),
  total: described(z.number(), 'How many rows the list has; a file has a maximum.'),
});

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

const Named = z.object({
  id: described(z.string(), 'The id of the person.'),
  name: described(z.string(), 'The name of the person.'),
});

export const AdminReport = named(
  'AdminReport',
  'A report of a check-in or a comment, as the operator sees it.',
  z.object({
    id: described(z.string(), 'The id of the report.'),
    kind: described(z.enum(['checkin', 'comment']), 'What was reported.'),
    content: described(z.string(), 'The text at the time of the report; empty for a tick, or a photo without text.'),
    photo_url: described(z.nullable(z.string()), 'The small photo as it is now; null without one.'),
    reason: described(z.string(), 'Why it was reported.'),
    status: described(z.enum(['open', 'hidden', 'dismissed']), 'Whether it is open, or how it was settled.'),
    created_at: described(Instant, 'When it was reported.'),
    resolved_at: described(z.nullable(Instant), 'When it was settled; null while it is open.'),
    reporter: described(Named, 'Who reported it.'),
    author: described(
      z.extend(Named, {
        suspended_at: described(z.nullable(Instant), 'When the account was suspended; null if it is not.'),
        is_deleted: described(z.boolean(), 'Whether the account is deleted.'),
      }),
      'Who wrote it.',
    ),
    mission_title: described(z.nullable(z.string()), 'The title of the mission; null once it is deleted.'),
    open_count: described(z.number(), 'Open reports of the same post, including this one.'),
    is_there: described(z.boolean(), 'False once the post is deleted.'),
  }),
);
export type AdminReport = z.output<typeof AdminReport>;

export const adminReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary: 'List the reported check-ins and comments, newest first',
  query: z.extend(
    z.object({ status: described(z._default(z.enum(['open', 'hidden', 'dismissed']), 'open'), 'Which reports.') }),
    page,
  ),
  response: z.object({
    reports: described(z.array(AdminReport), 'The reports.'),
    total: described(z.number(), 'How many rows there are in all.'),
  }),
});

export const hideReported = endpoint({
  method: 'POST',
  path: '/api/admin/reports/{id}/hide',
  access: 'admin',
  summary: 'Hide the reported post and settle all open reports of it; the author of a check-in can read the reason',
  params: z.object({ id: Id }),
  body: z.object({
    reason: described(text('Reason', REASON_MAX, 'Please give a reason'), 'The reason, for author and audit log.'),
  }),
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

export const AuditEntry = named(
  'AuditEntry',
  'Something that the operator did.',
  z.object({
    id: described(z.string(), 'The id of the entry.'),
    at: described(Instant, 'When it was done.'),
    admin: described(z.string(), 'Who did it.'),
    action: described(z.enum(AUDIT_ACTIONS), 'What was done.'),
    target_id: described(z.nullable(z.string()), 'The id of what it was done to; null without one.'),
    target: described(
      z.nullable(z.string()),
      'What it was done to: a title or the name of an account; null without one.',
    ),
    note: described(z.string(), 'A note; may be empty.'),
  }),
);
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: "List the operator's actions, newest first; entries are never changed or removed",
  query: z.object(page),
  response: z.object({
    entries: described(z.array(AuditEntry), 'The entries.'),
    total: described(z.number(), 'How many rows there are in all.'),
  }),
});
