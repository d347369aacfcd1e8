import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { API_TOKEN_RATE } from '#domain/limits.ts';
import { type ApiDocument, documentQuery } from '#web/features/api-docs/document.ts';
import { codeClass, Operation } from '#web/features/api-docs/operation.tsx';
import { dashboardQuery } from '#web/features/dashboard/queries.ts';
import { useMe } from '#web/lib/session/me.ts';
import { button } from '#web/ui/button.tsx';
import { LoadPart, TryAgain } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

function Beginning({ server }: { server: string }) {
  return (
    <Section id="beginning" title="How to begin">
      <ol className="grid list-decimal gap-3 ps-5">
        <li>
          Make a token. It comes with PREMIUM, and each allows {API_TOKEN_RATE} requests a minute.
          <Link to="/tokens" className={button({ kind: 'bare', className: '-ms-2 flex w-fit' })}>
            API tokens
          </Link>
        </li>
        <li>
          Keep it in a variable of your terminal, and ask:
          <pre className={`mt-2 ${codeClass}`}>
            {`export EMBERKIN_TOKEN=emb_...\ncurl '${server}/api/dashboard' \\\n  -H "Authorization: Bearer $EMBERKIN_TOKEN"`}
          </pre>
        </li>
        <li>
          Answers are JSON. An error is <code className="font-mono text-sm">{'{"code", "detail"}'}</code> with its
          status; branch on the code. The whole contract is one document:
          <a href="/api/openapi.json" className={button({ kind: 'bare', className: '-ms-2 flex w-fit' })}>
            openapi.json
          </a>
        </li>
      </ol>
    </Section>
  );
}

function Families({ document }: { document: ApiDocument }) {
  const me = useMe();
  const dashboard = useQuery(dashboardQuery);
  const mission = dashboard.data?.missions[0]?.id;
  const own = { USER_ID: me.id, ...(mission && { MISSION_ID: mission }) };
  // The examples wait for the user's own mission id, so that no field changes while somebody edits it.
  if (dashboard.isPending) return <Skeleton className="h-80 rounded-lg" />;
  return document.families.map(([family, operations]) => (
    <Section key={family} id={`family-${family}`} title={<span className="capitalize">{family}</span>}>
      {operations.map((operation) => (
        <Operation key={operation.operationId} operation={operation} server={document.server} own={own} />
      ))}
    </Section>
  ));
}

/** The API for holders of a token, generated from the contract. */
export function ApiDocsPage() {
  const query = useQuery(documentQuery);
  return (
    <Page title="API" back wide={false}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">API</h1>
      <div className="mt-4 grid gap-6">
        <Beginning server={query.data?.server ?? window.location.origin} />
        <LoadPart
          query={query}
          loading={
            <>
              <Loading />
              <Skeleton className="h-80 rounded-lg" />
            </>
          }
          failed={
            <Section id="failed" title="Failed to load the calls">
              <TryAgain query={query} kind="quiet" />
            </Section>
          }
        >
          {(document) => <Families document={document} />}
        </LoadPart>
      </div>
    </Page>
  );
}
