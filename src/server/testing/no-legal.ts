import type { LegalUrls } from '../mails/legal-links.ts';

/** A server without an imprint and a privacy notice. */
export const NO_LEGAL: LegalUrls = { imprint_url: null, privacy_url: null };
