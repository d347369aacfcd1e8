import type { Translate } from '#platform/i18n/translate.ts';

/** The URLs of the server's imprint and privacy notice, or null if not set. */
export interface LegalUrls {
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
}

/** Returns the links that are set, in the order in which they end emails and public pages. */
export const legalLinks = (t: Translate, { imprint_url, privacy_url }: LegalUrls): { label: string; url: string }[] => [
  ...(imprint_url === null ? [] : [{ label: t('server.legal.imprint'), url: imprint_url }]),
  ...(privacy_url === null ? [] : [{ label: t('server.legal.privacy'), url: privacy_url }]),
];
