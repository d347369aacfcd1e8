import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { DOCS_PATHS, type DocsPath, HELP_PATH, STAND_INS } from '#contract/api-docs.ts';
import { SkipLink } from '#platform/web/kit/skip-link.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import type { Contents } from './read-markdown.ts';

export const DOCS_LABELS: Readonly<Record<(typeof DOCS_PATHS)[number], string>> = {
  '/docs/api': 'Guide',
  '/docs/api/reference': 'Reference',
  '/docs/api/cookbook': 'Cookbook',
  '/docs/api/changes': 'Changes',
};

const footLink =
  'inline-flex min-h-11 items-center rounded-sm px-2 text-sm font-semibold text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink';

export function DocsHeader({ path }: { path: DocsPath }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 sm:py-4">
      <a href="/" aria-label="Emberkin home" className="inline-flex min-h-11 items-center rounded-sm">
        <Logo />
      </a>
      {path !== HELP_PATH && (
        <nav aria-label="API" className="print:hidden">
          <ul className="-mx-2 flex flex-wrap">
            {DOCS_PATHS.map((to) => (
              <li key={to}>
                <a
                  href={to}
                  aria-current={to === path ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center rounded-full px-2.5 text-sm font-semibold text-ink-2 hover:text-ink hover:underline aria-[current=page]:bg-sunk aria-[current=page]:text-ink sm:px-4"
                >
                  {DOCS_LABELS[to]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const;

function ApiLinks() {
  return (
    <>
      <a href="/api/openapi.json" className={footLink}>
        openapi.json
      </a>
      <a href="/api/openapi.yaml" className={footLink}>
        openapi.yaml
      </a>
      <a href="/connections#tokens" className={footLink}>
        API tokens
      </a>
    </>
  );
}

function Footer({ path }: { path: DocsPath }) {
  return (
    <footer className="mt-10 -ms-2 flex flex-wrap gap-x-2 print:hidden">
      {path !== HELP_PATH && <ApiLinks />}
      <nav aria-label="About" className="flex flex-wrap gap-x-2">
        <a href={STAND_INS.imprint_url} {...NEW_TAB} className={footLink}>
          Imprint
        </a>
        <a href={STAND_INS.privacy_url} {...NEW_TAB} className={footLink}>
          Privacy
        </a>
      </nav>
    </footer>
  );
}

function ContentsLinks({ contents }: { contents: readonly Contents[] }) {
  return (
    <ul className="grid">
      {contents.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center rounded-md px-3 py-1.5 text-sm font-semibold text-ink-2 hover:text-ink hover:underline lg:min-h-9"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ContentsList({ contents }: { contents: readonly Contents[] }) {
  return (
    <>
      <nav aria-label="On this page" className="mb-6 lg:hidden print:hidden">
        <details className="rounded-lg bg-card px-2 shadow-card">
          <summary className="flex min-h-12 cursor-pointer items-center px-3 font-semibold">
            On this page
            <ChevronDown aria-hidden className="ms-auto size-5 text-ink-2" />
          </summary>
          <ContentsLinks contents={contents} />
        </details>
      </nav>
      <nav
        aria-label="On this page"
        className="hidden lg:sticky lg:top-6 lg:-ms-3 lg:block lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto print:hidden"
      >
        <ContentsLinks contents={contents} />
      </nav>
    </>
  );
}

interface DocsPageProps {
  path: DocsPath;
  title: string;
  lead: ReactNode;
  contents: readonly Contents[];
  children: ReactNode;
}

/** The frame of the API pages and the help. All readers receive the same HTML, which works without scripts. */
export function DocsPage({ path, title, lead, contents, children }: DocsPageProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:px-8">
      <SkipLink />
      <DocsHeader path={path} />
      <main id="main" tabIndex={-1} className="mt-2 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-10 print:block">
        <div className="lg:col-start-2">
          <h1 className="text-2xl font-extrabold sm:text-3xl">{title}</h1>
          <p className="mt-2.5 mb-6 max-w-2xl text-ink-2">{lead}</p>
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ContentsList contents={contents} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 lg:col-start-2">{children}</div>
      </main>
      <Footer path={path} />
    </div>
  );
}
