import * as contract from '#contract/site.ts';
import type { Serve } from '#platform/http/serve.ts';
import { VERSION } from '#platform/start/root.ts';
import type { Deps } from '../../app/deps.ts';

/** The server's setup (docs/rules.md#accounts). It depends only on the settings, so the response is built once. */
export function siteRoutes(serve: Serve, { config }: Deps): void {
  const { plans, sign_up, oidc, passwords, smtp_url, admin_totp, imprint_url, privacy_url, support_email } = config;
  const site: contract.Site = {
    plans,
    sign_up,
    sso: oidc && { name: oidc.name },
    passwords,
    email_verification: smtp_url !== null,
    admin_totp: admin_totp !== null,
    imprint_url,
    privacy_url,
    support_email,
    version: VERSION,
  };
  serve(contract.getSite, async () => site);
}
