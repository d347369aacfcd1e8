export const DOCS_PATHS = ['/docs/api', '/docs/api/reference', '/docs/api/cookbook', '/docs/api/changes'] as const;
export const HELP_PATH = '/help';
/** The paths of the pages that the build renders from files of `docs`. */
export const RENDERED_PATHS = [...DOCS_PATHS, HELP_PATH] as const;
export type DocsPath = (typeof RENDERED_PATHS)[number];
/** Returns the file of such a page in the build of the web. */
export const docsFile = (path: DocsPath): string =>
  path === HELP_PATH ? 'docs/help.html' : `docs/${path.split('/')[3] ?? 'guide'}.html`;

/** Placeholder addresses in `docs` and the built pages. Each server replaces them with its own. */
export const STAND_INS = {
  public_url: 'https://emberkin.example',
  imprint_url: 'https://imprint.invalid',
  privacy_url: 'https://privacy.invalid',
} as const;
