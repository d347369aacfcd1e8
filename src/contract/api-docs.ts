/** The pages that explain the API: the path of each, and its file in the build of the web. */
export const DOCS_PAGES = {
  '/docs/api': 'docs/guide.html',
  '/docs/api/reference': 'docs/reference.html',
  '/docs/api/cookbook': 'docs/cookbook.html',
  '/docs/api/changes': 'docs/changes.html',
} as const;
export type DocsPath = keyof typeof DOCS_PAGES;

/** Addresses that stand in the built pages for those of the server that sends them. */
export const STAND_INS = {
  public_url: 'https://public-url.invalid',
  imprint_url: 'https://imprint.invalid',
  privacy_url: 'https://privacy.invalid',
} as const;

/** What an element of a built page can depend on: without it the server leaves the element out. */
export type DocsCondition = 'plans' | 'legal' | 'imprint' | 'privacy';

/** The attribute that names the condition of an element. It is the first one, and the element holds none of its kind. */
export const ONLY_IF = 'data-only-if';
