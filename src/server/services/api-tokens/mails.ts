import type { ApiScope } from '#domain/api-tokens.ts';
import type { PlainKey, Translate } from '#platform/i18n/translate.ts';
import { greet, harmless, type MailParts } from '../../mails/layout.ts';

const CAN = {
  read: 'server.mails.api_token.read',
  write: 'server.mails.api_token.write',
} as const satisfies Record<ApiScope, PlainKey>;

interface TokenNotice {
  readonly owner: string;
  readonly name: string;
  readonly scope: ApiScope;
  readonly url: string;
}

/** The notice of a new token, without the token. `url` starts with PUBLIC_URL. */
export const tokenNotice = (t: Translate, token: TokenNotice): MailParts => ({
  title: t('server.mails.api_token.subject'),
  preheader: t('server.mails.common.ignore'),
  body: [
    greet(t, token.owner),
    t('server.mails.api_token.created'),
    // An attacker might have chosen the name.
    { heading: harmless(t, token.name), facts: t(CAN[token.scope]) },
    t('server.mails.api_token.not_you'),
  ],
  action: { label: t('server.mails.api_token.open'), url: token.url },
  footer: [t('server.mails.common.ignore')],
});
