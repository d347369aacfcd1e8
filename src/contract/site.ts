import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { SIGN_UPS } from '#domain/sign-up.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';

export const Site = namedObject('Site', 'The setup of this server, as far as its screens depend on it.', {
  plans: described(z.boolean(), 'False where everyone has everything.'),
  sign_up: described(z.enum(SIGN_UPS), 'Who can sign up: everyone, people with an invitation or a code, or no one.'),
  sso: described(
    z.nullable(z.object({ name: described(z.string(), 'The name after "Continue with".') })),
    'The single sign-on provider; null without one.',
  ),
  passwords: described(z.boolean(), 'False where people sign in only at the single sign-on provider.'),
  email_verification: described(z.boolean(), 'Whether addresses must be confirmed, because this server sends mail.'),
  admin_totp: described(z.boolean(), 'Whether the operator signs in with a code of six digits as well.'),
  imprint_url: described(z.nullable(z.string()), 'The address of the imprint; null without one.'),
  privacy_url: described(z.nullable(z.string()), 'The address of the privacy notice; null without one.'),
  support_email: described(z.nullable(z.string()), 'The email address of support; null without one.'),
  version: described(z.string(), 'The version of Emberkin.'),
});
export type Site = z.output<typeof Site>;

export const getSite = endpoint(
  { method: 'GET', path: '/api/site' },
  ON_SERVER && {
    access: 'public',
    summary: "Get this server's setup: plans, sign-up, single sign-on, the links to its imprint and privacy notice",
    response: Site,
    rate: 'site',
  },
);

/** Returns the built file of /login in a language. */
export const loginFile = (language: string): string => `login.${language}.html`;

/** The JSON in the element `sso` of each page, if the server has a single sign-on provider. */
export interface PageSso {
  readonly name: string;
  /** False if people can only sign in with the provider. */
  readonly passwords: boolean;
}
