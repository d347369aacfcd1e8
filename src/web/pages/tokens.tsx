import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NewToken } from '#web/features/api-tokens/new-token.tsx';
import { tokensQuery } from '#web/features/api-tokens/queries.ts';
import { TokenList } from '#web/features/api-tokens/token-list.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { useMe } from '#web/lib/session/me.ts';
import { button } from '#web/ui/button.tsx';
import { LoadPart, TryAgain } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

function Upgrade() {
  return (
    <Section
      id="upgrade"
      title="API access comes with PREMIUM"
      lead="Your tokens are kept, and work again once you upgrade."
    >
      <Link to="/pricing" className={button({ className: 'max-sm:w-full' })}>
        Upgrade
      </Link>
    </Section>
  );
}

export function TokensPage() {
  const me = useMe();
  const query = useQuery(tokensQuery);
  return (
    <Page title="API tokens" back wide={false}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">API tokens</h1>
      <p className="mt-2.5 text-ink-2">
        A token lets your own program act as you. It can't reach your account, your payments or other tokens.
      </p>
      <a href="/docs/api" className={button({ kind: 'bare', className: '-mx-2 mb-4' })}>
        See how it works
      </a>
      <div className="grid gap-6">
        <LoadPart
          query={query}
          loading={
            <>
              <Loading />
              <Skeleton className="h-80 rounded-lg" />
              <Skeleton className="h-40 rounded-lg" />
            </>
          }
          failed={
            <Section id="failed" title={detailOf(query.error, "We couldn't load your tokens")}>
              <TryAgain query={query} kind="quiet" />
            </Section>
          }
        >
          {(list) => (
            <>
              {list.allowed ? <NewToken /> : <Upgrade />}
              <TokenList {...list} zone={me.timezone} />
            </>
          )}
        </LoadPart>
      </div>
    </Page>
  );
}
