import { BEGINNING } from '#web/features/api-docs/guide/beginning.tsx';
import { CONVENTIONS } from '#web/features/api-docs/guide/conventions.tsx';
import { WEBHOOKS } from '#web/features/api-docs/guide/webhooks.tsx';
import { DocsPage } from '#web/features/api-docs/layout.tsx';

const SECTIONS = [...BEGINNING, ...CONVENTIONS, ...WEBHOOKS];

/** What everyone who builds on the API reads first. */
export function DocsGuidePage() {
  return (
    <DocsPage
      path="/docs/api"
      title="Build on Emberkin"
      lead="Check in from a watch, a tag on the fridge or a program of your own. This guide takes you from the first request to webhooks."
      contents={SECTIONS}
    >
      {SECTIONS.map(({ id, Content }) => (
        <Content key={id} />
      ))}
    </DocsPage>
  );
}
