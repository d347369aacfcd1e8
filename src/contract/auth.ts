import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { PLAN_TYPES } from '#domain/billing.ts';
import { isInvitationCode, normalizeInvitationCode } from '#domain/invitations.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Email, Instant, Language, Look, line, text } from './fields.ts';

export const User = namedObject('User', 'Your account.', {
  id: described(z.string(), 'Your id.'),
  name: described(z.string(), 'The name that others see.'),
  email: described(z.string(), 'Your email address.', { format: 'email' }),
  email_verified: described(
    z.boolean(),
    'Whether your email address is confirmed; always true where the server sends no email.',
  ),
  has_password: described(
    z.boolean(),
    'Whether the account has a password; after single sign-on a reset link sets one. False where people sign in only at the provider.',
  ),
  avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
  look: described(Look, 'Your doll.'),
  bio: described(z.string(), 'A few words about you; may be empty.'),
  location: described(z.string(), 'Your location in your own words; may be empty.'),
  timezone: described(z.string(), 'Your timezone, by its IANA name.'),
  language: described(
    z.nullable(Language),
    'The language of your screens, emails and notifications; null for that of the browser.',
  ),
  profile_completed: described(z.boolean(), 'Whether the profile was ever saved.'),
  subscription_tier: described(z.enum(['free', 'pro']), 'What the account can do now.'),
  subscription_status: described(
    z.nullable(z.enum(['active', 'cancel_at_period_end', 'past_due', 'canceled'])),
    'The state of the plan; null if there never was one.',
  ),
  subscription_plan: described(z.nullable(z.enum(PLAN_TYPES)), 'The plan; null on Free.'),
  subscription_start_date: described(z.nullable(Instant), 'When the plan began; null on Free.'),
  subscription_cancel_requested: described(z.nullable(Instant), 'When the plan was canceled; null if it was not.'),
  subscription_period_end: described(
    z.nullable(Instant),
    'The next renewal, or when a canceled plan ends; null on Free.',
  ),
  subscription_ends_at: described(z.nullable(Instant), 'When a canceled or unpaid plan ends; null while it renews.'),
  points: described(z.number(), 'Your points.'),
  level: described(z.number(), 'Your level.'),
  streak_days: described(z.number(), 'Your current streak over all missions, in days.'),
  created_at: described(Instant, 'When the account was created.'),
});
export type User = z.output<typeof User>;

const NewPassword = z
  .string(problem('problems.required', { label: 'problems.labels.password' }))
  .check(
    z.minLength(PASSWORD_MIN, problem('problems.password.short', { min: PASSWORD_MIN })),
    z.maxLength(PASSWORD_MAX, problem('problems.password.long', { max: PASSWORD_MAX })),
  );

/** An existing password, to sign in or as a confirmation. */
export const OwnPassword = z
  .string(problem('problems.password.yours'))
  .check(z.minLength(1, problem('problems.password.yours')), z.maxLength(1024, problem('problems.password.yours')));

/** An invitation code as stored, from either case and with spaces around it. */
const InvitationCode = z.pipe(
  z.pipe(z.string(), z.transform(normalizeInvitationCode)),
  z.string().check(z.refine(isInvitationCode)),
);

/** A password, or null for an account without one: a new session is the confirmation then. */
export const PasswordConfirmation = described(
  z.nullable(OwnPassword),
  'Your password; if you have none, null in a session that has just begun.',
);

const Session = namedObject('Session', 'A new session.', {
  access_token: described(z.string(), "The session's token, for the header Authorization."),
  user: described(User, 'The account that you are signed in to.'),
});

export const register = endpoint(
  {
    method: 'POST',
    path: '/api/auth/register',
    body: z.object({
      name: described(line('problems.labels.name', NAME_MAX), 'The name that others see.'),
      email: described(Email, 'Your email address, in upper or lower case.'),
      password: described(NewPassword, 'A password of your choice.'),
      language: described(z.optional(Language), 'The language that the person chose; left out, that of the browser.'),
      invitation_id: described(
        z.catch(z.optional(Id), undefined),
        'The key of an invitation that can be accepted now: where sign-up needs one it lets you in, and it confirms the address that it was sent to. Any other value changes nothing.',
        { type: 'string' },
      ),
      invitation_code: described(
        z.catch(z.optional(InvitationCode), undefined),
        'The code of a mission that can be joined now: where sign-up needs one it lets you in. Any other value changes nothing.',
        { type: 'string', maxLength: 100 },
      ),
    }),
  },
  ON_SERVER && {
    access: 'public',
    summary: 'Create an account',
    response: Session,
    secret: true,
    errors: ['passwords_off', 'sign_up_closed', 'email_taken'],
    rates: ['register', 'register_invited', 'join'],
  },
);

export const login = endpoint(
  {
    method: 'POST',
    path: '/api/auth/login',
    body: z.object({
      email: described(Email, 'Your email address, in upper or lower case.'),
      password: described(OwnPassword, 'Your password.'),
    }),
  },
  ON_SERVER && {
    access: 'public',
    summary: 'Sign in',
    response: Session,
    secret: true,
    errors: ['passwords_off', 'wrong_credentials', 'account_suspended'],
    rate: 'login',
  },
);

export const acceptSessionOffer = endpoint(
  { method: 'POST', path: '/api/auth/oidc/session' },
  ON_SERVER && {
    access: 'public',
    summary: 'Start a session after a sign-in at the single sign-on provider',
    response: Session,
    secret: true,
    errors: ['not_found', 'not_signed_in', 'sso_failed', 'account_suspended'],
  },
);

export const logout = endpoint(
  { method: 'POST', path: '/api/auth/logout' },
  ON_SERVER && {
    access: 'user',
    summary: 'End this session',
  },
);

export const logoutEverywhere = endpoint(
  { method: 'POST', path: '/api/auth/logout-everywhere' },
  ON_SERVER && {
    access: 'user',
    summary: 'End all your sessions, including this one; API tokens stay',
  },
);

export const me = endpoint(
  { method: 'GET', path: '/api/auth/me' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get your account',
    response: User,
  },
);

export const forgotPassword = endpoint(
  {
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: z.object({ email: described(Email, 'Your email address, in upper or lower case.') }),
  },
  ON_SERVER && {
    access: 'public',
    summary: 'Send a reset link; the response is the same whether or not the address has an account',
    response: z.object({ message: described(z.string(), 'A sentence to show to people.') }),
    errors: ['passwords_off'],
    rate: 'forgot',
    translated: true,
  },
);

export const resetPassword = endpoint(
  {
    method: 'POST',
    path: '/api/auth/reset-password',
    body: z.object({
      token: described(text('problems.labels.token', 200, problem('problems.reset_token')), 'The token from the link.'),
      new_password: described(NewPassword, 'Your new password.'),
    }),
  },
  ON_SERVER && {
    access: 'public',
    summary: 'Set a new password with a reset token; ends all your sessions',
    response: z.object({ message: described(z.string(), 'A sentence to show to people.') }),
    errors: ['passwords_off', 'invalid_reset_token'],
    rate: 'reset',
    translated: true,
  },
);

export const listSessions = endpoint(
  { method: 'GET', path: '/api/auth/sessions' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your sessions, most recently used first',
    response: z.array(
      z.object({
        id: described(z.string(), 'The id of the session.'),
        created_at: described(Instant, 'When it began.'),
        last_used_at: described(Instant, 'When it was last used.'),
        user_agent: described(z.string(), 'The browser or program, as it calls itself.'),
        current: described(z.boolean(), 'Whether this request belongs to it.'),
      }),
    ),
  },
);

export const endSession = endpoint(
  { method: 'DELETE', path: '/api/auth/sessions/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'End one of your sessions',
  },
);

export const verifyEmail = endpoint(
  {
    method: 'POST',
    path: '/api/auth/verify-email',
    body: z.object({
      token: described(text('problems.labels.token', 200, problem('problems.link_token')), 'The token from the link.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Confirm your address with the token from the link; needs a session of that account',
    response: User,
    errors: ['invalid_verification_token'],
  },
);

export const resendVerification = endpoint(
  { method: 'POST', path: '/api/auth/resend-verification' },
  ON_SERVER && {
    access: 'user',
    summary: 'Send another link to confirm your address',
    errors: ['already_verified'],
    rate: 'verify',
  },
);

export const changeEmail = endpoint(
  {
    method: 'PUT',
    path: '/api/auth/email',
    body: z.object({
      email: described(Email, 'Your new email address, in upper or lower case.'),
      password: PasswordConfirmation,
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change your address; you then confirm the new one',
    response: User,
    errors: ['wrong_password', 'sign_in_again', 'email_taken'],
    rate: 'email',
  },
);

export const changePassword = endpoint(
  {
    method: 'PUT',
    path: '/api/auth/password',
    body: z.object({
      current_password: described(
        PasswordConfirmation,
        'Your current password; if you have none, null in a session that has just begun.',
      ),
      new_password: described(NewPassword, 'Your new password.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change your password; ends your other sessions, and removes your API tokens and webhooks',
    response: User,
    errors: ['passwords_off', 'wrong_password', 'sign_in_again'],
    rate: 'password',
  },
);
