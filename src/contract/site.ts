import * as z from 'zod/mini';
import { SIGN_UPS } from '#domain/sign-up.ts';
import { endpoint } from './endpoint.ts';

/** How this server is set up, as far as its screens depend on it. */
export const Site = z.object({
  /** False where everything is open to everybody: no screen speaks of plans then. */
  plans: z.boolean(),
  /** Who may make an account: everybody, who has an invitation or a code, or nobody. */
  sign_up: z.enum(SIGN_UPS),
  /** The single sign-on provider by the words behind "Sign in with"; null without one. */
  sso: z.nullable(z.object({ name: z.string() })),
  /** Whether addresses have to be proved, since mails are sent. */
  email_verification: z.boolean(),
  imprint_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
  /** Null where this server has no address that a mail could reach. */
  support_email: z.nullable(z.string()),
  /** The version of the program. */
  version: z.string(),
});
export type Site = z.output<typeof Site>;

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'Get how this server is set up: plans, sign-up, single sign-on, the links to its imprint and privacy notice',
  response: Site,
  rate: 'site',
});
