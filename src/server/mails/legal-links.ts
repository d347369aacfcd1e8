import type { Translate } from '#platform/i18n/translate.ts';

/** Where the imprint and the privacy notice of this server are; null for one that is not set. */
export interface LegalUrls {
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
}

/** The links that are set, in the order in which mails and public pages end with them. */
export const legalLinks = (t: Translate, { imprint_url, privacy_url }: LegalUrls): { label: string; url: string }[] => [
  ...(imprint_url === null ? [] : [{ label: t('server.legal.imprint'), url: imprint_url }]),
  ...(privacy_url === null ? [] : [{ label: t('server.legal.privacy'), url: privacy_url }]),
];
