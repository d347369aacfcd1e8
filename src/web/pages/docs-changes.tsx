import { CHANGES } from '#contract/changes.ts';
import { Marked } from '#web/features/api-docs/code.tsx';
import { DocsPage } from '#web/features/api-docs/layout.tsx';

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** What came when, newest first. */
export function DocsChangesPage() {
  const idOf = (version: string) => `version-${version.replace('.', '-')}`;
  return (
    <DocsPage
      path="/docs/api/changes"
      title="API changes"
      lead="Everything that was added, newest first. Nothing that you send or read goes away."
      contents={CHANGES.map(({ version }) => ({ id: idOf(version), title: `Version ${version}` }))}
    >
      <ol className="grid gap-4">
        {CHANGES.map(({ version, day, sentence }) => (
          <li key={version} className="rounded-lg bg-card p-5 shadow-card print:p-0 print:shadow-none">
            <h2
              id={idOf(version)}
              tabIndex={-1}
              className="flex scroll-mt-4 flex-wrap items-baseline gap-x-3 text-lg font-extrabold"
            >
              {version}
              <time dateTime={day} className="font-sans text-sm font-normal tracking-normal text-ink-2">
                {dayFormat.format(new Date(day))}
              </time>
            </h2>
            <p className="mt-2 wrap-anywhere">
              <Marked text={sentence} />
            </p>
          </li>
        ))}
      </ol>
    </DocsPage>
  );
}
