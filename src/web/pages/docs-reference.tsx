import type { OpenApi } from '#web/features/api-docs/document.ts';
import { DocsPage } from '#web/features/api-docs/layout.tsx';
import { Reference, readReference } from '#web/features/api-docs/reference.tsx';
import { textLink } from '#web/kit/button.tsx';

/** Every call of users and programs, every event and every named object, from the OpenAPI document. */
export function DocsReferencePage({ document }: { document: OpenApi }) {
  const reference = readReference(document);
  return (
    <DocsPage
      path="/docs/api/reference"
      title="API reference"
      lead={
        <>
          Every call, with what it takes and what it answers. This is version {document.info.version}; programs read the
          same from{' '}
          <a href="/api/openapi.json" className={textLink}>
            openapi.json
          </a>
        </>
      }
      contents={reference.contents}
    >
      <Reference {...reference} />
    </DocsPage>
  );
}
