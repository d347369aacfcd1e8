import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { PLAN_TYPES } from '#domain/billing.ts';
import { NAME_MAX, REASON_MAX } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { CsvFile, listQuery, page, total } from './admin.ts';
import { email, Instant, line, look, optionalText } from './fields.ts';

export const AdminUser = namedObject('AdminUser', 'An account as the operator sees it.', {
  id: described(z.string(), 'The id of the user.'),
  name: described(z.string(), 'The name.'),
  email: described(z.string(), 'The email address.', { format: 'email' }),
  avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
  look,
  subscription_tier: described(z.enum(['free', 'pro']), 'What the account can do now.'),
  subscription_plan: described(z.nullable(z.enum(PLAN_TYPES)), 'The plan; null on Free.'),
  level: described(z.number(), 'The level.'),
  points: described(z.number(), 'All points.'),
  streak_days: described(z.number(), 'The current streak, in days.'),
  timezone: described(z.string(), 'The timezone.'),
  profile_completed: described(z.boolean(), 'Whether the profile was ever saved.'),
  missions_count: described(z.number(), 'How many missions the user is in.'),
  checkins_count: described(z.number(), 'How many check-ins the user made.'),
  created_at: described(Instant, 'When the account was created.'),
  last_used_at: described(z.nullable(Instant), 'When it was last used; null if never.'),
  suspended_at: described(z.nullable(Instant), 'When it was suspended; null if it is not.'),
});
export type AdminUser = z.output<typeof AdminUser>;

const usersQuery = listQuery(z._default(z.enum(['created_at', 'name', 'points']), 'created_at'));
export const adminUsers = endpoint(
  { method: 'GET', path: '/api/admin/users' },
  ON_SERVER && {
    access: 'admin',
    summary: 'List the users, newest first; `q` matches part of a name or an email address, or a whole id',
    query: z.extend(usersQuery, page),
    response: z.object({
      users: described(z.array(AdminUser), 'The accounts.'),
      total,
    }),
  },
);

const reason = z.object({
  reason: described(
    optionalText('problems.labels.reason', REASON_MAX),
    'The reason, for the audit log; null or left out for none.',
  ),
});
export const suspendUser = endpoint(
  { method: 'POST', path: '/api/admin/users/{id}/suspend', body: reason },
  ON_SERVER && {
    access: 'admin',
    summary: "Suspend a user: all sessions end and signing in is refused; the user's posts stay",
    errors: ['account_not_found', 'already_suspended'],
  },
);

export const reinstateUser = endpoint(
  { method: 'POST', path: '/api/admin/users/{id}/reinstate' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Let a suspended user sign in again',
    errors: ['account_not_found', 'not_suspended'],
  },
);

export const exportUsers = endpoint(
  { method: 'GET', path: '/api/admin/users/export' },
  ON_SERVER && {
    access: 'admin',
    summary: 'Export the list of users as CSV, with the same search and order',
    query: usersQuery,
    response: CsvFile,
  },
);

const PasswordLink = z.object({
  url: described(z.string(), 'The link that sets the password, once; no other answer contains it.'),
  expires_at: described(Instant, 'When it expires.'),
});
export type PasswordLink = z.output<typeof PasswordLink>;

export const createUser = endpoint(
  {
    method: 'POST',
    path: '/api/admin/users',
    body: z.object({
      name: described(line('problems.labels.name', NAME_MAX), 'The name that others see.'),
      email: described(email(problem('problems.email.any')), 'Its email address, in upper or lower case.'),
    }),
  },
  ON_SERVER && {
    access: 'admin',
    summary: 'Create an account without a password, and a link that sets the first one, once and within 7 days',
    response: z.extend(PasswordLink, { id: described(z.string(), 'The id of the new account.') }),
    status: 201,
    secret: true,
    errors: ['email_taken'],
  },
);

export const createResetLink = endpoint(
  { method: 'POST', path: '/api/admin/users/{id}/reset-link' },
  ON_SERVER && {
    access: 'admin',
    summary:
      'Create a link that sets a new password for an account, once and within an hour; earlier links stop working',
    response: PasswordLink,
    status: 201,
    secret: true,
    errors: ['passwords_off', 'account_not_found', 'already_suspended'],
  },
);
