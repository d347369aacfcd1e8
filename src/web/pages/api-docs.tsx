import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { API_TOKEN_RATE } from '#domain/limits.ts';
import { type ApiDocument, documentQuery } from '#web/features/api-docs/document.ts';
import { codeClass, Operation } from '#web/features/api-docs/operation.tsx';
import { dashboardQuery } from '#web/features/dashboard/queries.ts';
import { useMe } from '#web/lib/session/me.ts';
import { usePlans } from '#web/lib/site.ts';
import { textLink } from '#web/ui/button.tsx';
import { LoadPart, TryAgain } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

function Beginning({ server }: { server: string }) {
  const plans = usePlans();
  return (
    <Section id="beginning" title="Getting started">
      <ol className="grid list-decimal gap-3 ps-5">
        <li>
          {plans
            ? `Create a token. You need PREMIUM, and each token can make ${API_TOKEN_RATE} requests a minute.`
            : `Create a token. Each token can make ${API_TOKEN_RATE} requests a minute.`}{' '}
          <Link to="/tokens" className={textLink}>
            API tokens
          </Link>
        </li>
        <li>
          Save it in a variable in your terminal, then make a call:
          <pre className={`mt-2 ${codeClass}`}>
            {`export EMBERKIN_TOKEN=emb_...\ncurl '${server}/api/dashboard' \\\n  -H "Authorization: Bearer $EMBERKIN_TOKEN"`}
          </pre>
        </li>
        <li>
          Answers are JSON. An error has a status and <code className="font-mono text-sm">{'{"code", "detail"}'}</code>:
          go by its code. You'll find every call in{' '}
          <a href="/api/openapi.json" className={textLink}>
            openapi.json
          </a>
        </li>
      </ol>
    </Section>
  );
}

/** A family is named as its folder; the product writes check-ins with a hyphen. */
const titleOf = (family: string) =>
  family === 'checkins' ? 'Check-ins' : `${family.charAt(0).toUpperCase()}${family.slice(1)}`;

function Families({ document }: { document: ApiDocument }) {
  const me = useMe();
  const dashboard = useQuery(dashboardQuery);
  const mission = dashboard.data?.missions[0]?.id;
  const own = { USER_ID: me.id, ...(mission && { MISSION_ID: mission }) };
  // The examples wait for the user's own mission id, so that no field changes while somebody edits it.
  if (dashboard.isPending) return <Skeleton className="h-80 rounded-lg" />;
  return (
    <>
      <Contents document={document} />
      {document.families.map(([family, operations]) => (
        <Section key={family} id={`family-${family}`} title={titleOf(family)}>
          {operations.map((operation) => (
            <Operation key={operation.operationId} operation={operation} server={document.server} own={own} />
          ))}
        </Section>
      ))}
    </>
  );
}

/** The families of calls, each a link to its place on the page. */
function Contents({ document }: { document: ApiDocument }) {
  return (
    <nav aria-label="Contents" className="rounded-lg bg-card p-5 shadow-card">
      <ul className="flex flex-wrap gap-2">
        {document.families.map(([family, operations]) => (
          <li key={family}>
            <a
              href={`#family-${family}`}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-sunk px-4 text-sm font-semibold hover:underline"
            >
              {titleOf(family)}
              <span className="text-ink-2 tabular">{operations.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
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
            <Section id="failed" title="We couldn't load the calls">
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
