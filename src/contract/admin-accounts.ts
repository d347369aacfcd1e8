import * as z from 'zod/mini';
import { NAME_MAX } from '#domain/limits.ts';
import { described } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { email, Id, Instant, line } from './fields.ts';

const PasswordLink = z.object({
  url: described(z.string(), 'The link to set the password, once; no other answer contains it.'),
  expires_at: described(Instant, 'When it expires.'),
});
export type PasswordLink = z.output<typeof PasswordLink>;

export const createUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Create an account without a password and a link to set the first one, once and within 7 days',
  body: z.object({
    name: described(line('Name', NAME_MAX), 'The name that others see.'),
    email: described(email('Please enter an email address'), 'Its email address, in upper or lower case.'),
  }),
  response: z.extend(PasswordLink, { id: described(z.string(), 'The id of the new account.') }),
  status: 201,
  secret: true,
  errors: ['email_taken'],
});

export const createResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-link',
  access: 'admin',
  summary: 'Create a link to set a new password for an account, once and within an hour; earlier links end',
  params: z.object({ id: Id }),
  response: PasswordLink,
  status: 201,
  secret: true,
  errors: ['account_not_found', 'already_suspended'],
});
