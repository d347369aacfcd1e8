import * as z from 'zod/mini';
import { isInvitationCode, normalizeInvitationCode } from '#domain/invitations.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { Email, Id, Instant, line, text } from './fields.ts';

/** The signed-in user, as `me`, login and the profile return it. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the account counts as its address; always true where no mail is sent. */
  email_verified: z.boolean(),
  /** Whether the account has a password; one that was made by single sign-on may set its first one. */
  has_password: z.boolean(),
  avatar_url: z.nullable(z.string()),
  bio: z.string(),
  location: z.string(),
  timezone: z.string(),
  profile_completed: z.boolean(),
  subscription_tier: z.enum(['free', 'pro']),
  subscription_status: z.nullable(z.enum(['active', 'cancel_at_period_end', 'past_due', 'canceled'])),
  subscription_plan: z.nullable(z.enum(['pro_monthly', 'premium_yearly'])),
  subscription_start_date: z.nullable(Instant),
  subscription_cancel_requested: z.nullable(Instant),
  /** The next renewal, or the last day of a plan that is ending. */
  subscription_period_end: z.nullable(Instant),
  /** When a cancelled or unpaid plan ends; null while it renews. */
  subscription_ends_at: z.nullable(Instant),
  points: z.number(),
  level: z.number(),
  streak_days: z.number(),
  created_at: Instant,
});
export type User = z.output<typeof User>;

/** A new password: 6 to 128 characters. */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`),
    z.maxLength(PASSWORD_MAX, `Password can have at most ${PASSWORD_MAX} characters`),
  );

/** The password of one's own account, as a confirmation. */
export const OwnPassword = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(1024, 'Please enter your password'));

/** An invitation code as it is stored, from one in either case and with spaces around it. */
const InvitationCode = z.pipe(
  z.pipe(z.string(), z.transform(normalizeInvitationCode)),
  z.string().check(z.refine(isInvitationCode)),
);

/** The same as a password, or null for an account that has none: a session that has just begun is the confirmation then. */
export const Confirmation = z.nullable(OwnPassword);

const Session = z.object({ access_token: z.string(), user: User });

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Create an account',
  body: z.object({
    name: line('Name', NAME_MAX),
    email: Email,
    password: NewPassword,
    /**
     * The key of an invitation that can be accepted now, which lets somebody new in where sign-up is by invitation. One
     * to this very address proves it as well. Any other value changes nothing.
     */
    invitation_id: z.catch(z.optional(Id), undefined),
    /** The code of a mission that can be joined now, for the same. Any other value changes nothing. */
    invitation_code: z.catch(z.optional(InvitationCode), undefined),
  }),
  response: Session,
  secret: true,
  errors: ['sign_up_closed', 'email_taken'],
  rate: 'register',
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in',
  body: z.object({
    email: Email,
    password: OwnPassword,
  }),
  response: Session,
  secret: true,
  errors: ['wrong_credentials', 'account_suspended'],
  rate: 'login',
});

export const acceptSessionOffer = endpoint({
  method: 'POST',
  path: '/api/auth/oidc/session',
  access: 'public',
  summary: 'Begin the session of whoever has just come back from the single sign-on provider',
  response: Session,
  secret: true,
  errors: ['not_found', 'not_signed_in', 'sso_failed', 'account_suspended'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'End this session',
});

export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'user',
  summary: 'End all your sessions, this one too; API tokens stay',
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'user',
  summary: 'The signed-in user',
  response: User,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Send a reset link; the response is the same whether or not the address has an account',
  body: z.object({ email: Email }),
  response: z.object({ message: z.string() }),
  rate: 'forgot',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with a reset token; ends all sessions of the user',
  body: z.object({ token: text('Token', 200, 'Invalid reset token'), new_password: NewPassword }),
  response: z.object({ message: z.string() }),
  errors: ['invalid_reset_token'],
  rate: 'reset',
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'user',
  summary: 'List your sessions, most recently used first',
  response: z.array(
    z.object({
      id: z.string(),
      created_at: Instant,
      last_used_at: Instant,
      user_agent: z.string(),
      current: z.boolean(),
    }),
  ),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'user',
  summary: 'End one of your sessions',
  params: z.object({ id: Id }),
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'user',
  summary: "Prove your address with the token of the link that was sent there; it needs its own account's session",
  body: z.object({ token: text('Token', 200, 'This link is for another account, or it has expired') }),
  response: User,
  errors: ['invalid_verification_token'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'user',
  summary: 'Send another link that proves your address',
  errors: ['already_verified'],
  rate: 'verify',
});

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/auth/email',
  access: 'user',
  summary: 'Change your address; the new one has to be proved',
  body: z.object({ email: Email, password: Confirmation }),
  response: User,
  errors: ['wrong_password', 'sign_in_again', 'email_taken'],
  rate: 'email',
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'user',
  summary: 'Change your password; ends your other sessions, and removes your API tokens and webhooks',
  body: z.object({ current_password: Confirmation, new_password: NewPassword }),
  response: User,
  errors: ['wrong_password', 'sign_in_again'],
  rate: 'password',
});
