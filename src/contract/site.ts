import * as z from 'zod/mini';
import { SIGN_UPS } from '#domain/sign-up.ts';
import { described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';

/** How this server is set up, as far as its screens depend on it. */
export const Site = named(
  'Site',
  'How this server is set up, as far as its screens depend on it.',
  z.object({
    plans: described(z.boolean(), 'False where everything is open to everybody.'),
    sign_up: described(
      z.enum(SIGN_UPS),
      'Who may make an account: everybody, who has an invitation or a code, or nobody.',
    ),
    sso: described(
      z.nullable(z.object({ name: described(z.string(), 'The words behind "Sign in with".') })),
      'The single sign-on provider; null without one.',
    ),
    email_verification: described(z.boolean(), 'Whether addresses have to be proved, since mails are sent.'),
    imprint_url: described(z.nullable(z.string()), 'The imprint; null without one.'),
    privacy_url: described(z.nullable(z.string()), 'The privacy notice; null without one.'),
    support_email: described(
      z.nullable(z.string()),
      'The address of support; null where this server has none that a mail could reach.',
    ),
    version: described(z.string(), 'The version of the program.'),
  }),
);
export type Site = z.output<typeof Site>;

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'Get how this server is set up: plans, sign-up, single sign-on, the links to its imprint and privacy notice',
  response: Site,
  rate: 'site',
});
