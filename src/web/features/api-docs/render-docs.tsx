import { renderToStaticMarkup } from 'react-dom/server';
import { type DocsPath, HELP_PATH } from '#contract/api-docs.ts';
import { textLink } from '#platform/web/kit/button.tsx';
import { DOCS_LABELS, DocsHeader, DocsPage } from './layout.tsx';
import { readMarkdown } from './read-markdown.ts';

interface RenderedDocs {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

const titleOf = (path: DocsPath) =>
  `${path === HELP_PATH ? 'Help' : `API ${DOCS_LABELS[path].toLowerCase()}`} · Emberkin`;
const LEAD = '%lead%';
const CONTENT = '%content%';

/**
 * Renders a file of `docs` at build time, as HTML that needs no script.
 *
 * The server inserts its own address. The app and its service worker contain nothing of these pages.
 */
export function renderDocs(path: DocsPath, markdown: string): RenderedDocs {
  const { title, lead, contents, html } = readMarkdown(markdown);
  const frame = renderToStaticMarkup(
    <DocsPage path={path} title={title} lead={LEAD} contents={contents}>
      {CONTENT}
    </DocsPage>,
  );
  return {
    title: titleOf(path),
    description: lead.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    html: frame.replace(LEAD, () => lead).replace(CONTENT, () => html),
  };
}

/**
 * Renders the frame of the reference around Scalar's markup.
 *
 * Our header is in a section, because Scalar's page already has a banner.
 */
export function renderReference(scalar: string): RenderedDocs {
  const path = '/docs/api/reference';
  const frame = renderToStaticMarkup(
    <>
      <section aria-label="Pages about the API" className="px-4">
        <DocsHeader path={path} />
      </section>
      <noscript>
        <p className="p-4">
          The reference needs JavaScript. Without it, read{' '}
          <a href="/api/openapi.json" className={textLink}>
            openapi.json
          </a>{' '}
          or{' '}
          <a href="/api/openapi.yaml" className={textLink}>
            openapi.yaml
          </a>
          .
        </p>
      </noscript>
      {CONTENT}
    </>,
  );
  return {
    title: titleOf(path),
    description: 'Every call of the API of Emberkin, with what it takes and what it returns.',
    html: frame.replace(CONTENT, () => scalar),
  };
}
