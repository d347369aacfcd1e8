export const DOCS_PATHS = ['/docs/api', '/docs/api/reference', '/docs/api/cookbook', '/docs/api/changes'] as const;
export type DocsPath = (typeof DOCS_PATHS)[number];
/** Returns the file of such a page in the build of the web. */
export const docsFile = (path: DocsPath): string => `docs/${path.split('/')[3] ?? 'guide'}.html`;

/** Placeholder addresses in `docs/api` and the built pages. Each server replaces them with its own. */
export const STAND_INS = {
  public_url: 'https://emberkin.example',
  imprint_url: 'https://imprint.invalid',
  privacy_url: 'https://privacy.invalid',
} as const;
