import * as z from 'zod/mini';
import { NAME_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { email, Id, Instant, line } from './fields.ts';

/** A link that sets a password, shown once to the operator, who hands it over. */
const PasswordLink = z.object({ url: z.string(), expires_at: Instant });
export type PasswordLink = z.output<typeof PasswordLink>;

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Make an account without a password, and a link that sets the first one, once and within 7 days',
  body: z.object({ name: line('Name', NAME_MAX), email: email('Please enter an email address') }),
  response: z.extend(PasswordLink, { id: z.string() }),
  status: 201,
  secret: true,
  errors: ['email_taken'],
});

export const createResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-link',
  access: 'admin',
  summary: 'Make a link that sets a new password of an account, once and within an hour; earlier links end',
  params: z.object({ id: Id }),
  response: PasswordLink,
  status: 201,
  secret: true,
  errors: ['account_not_found', 'already_suspended'],
});
