/** The pages that explain the API. */
export const DOCS_PATHS = ['/docs/api', '/docs/api/reference', '/docs/api/cookbook', '/docs/api/changes'] as const;
export type DocsPath = (typeof DOCS_PATHS)[number];
/** The file of such a page in the build of the web. */
export const docsFile = (path: DocsPath): string => `docs/${path.split('/')[3] ?? 'guide'}.html`;

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
