/** Where the imprint and the privacy notice of this server are; null for one that is not set. */
export interface LegalUrls {
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
}

/** The links that are set, in the order in which mails and public pages end with them. */
export const legalLinks = ({ imprint_url, privacy_url }: LegalUrls): { label: string; url: string }[] => [
  ...(imprint_url === null ? [] : [{ label: 'Imprint', url: imprint_url }]),
  ...(privacy_url === null ? [] : [{ label: 'Privacy', url: privacy_url }]),
];
