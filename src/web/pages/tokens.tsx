import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMe } from '#web/data/me.ts';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { NewToken } from '#web/features/api-tokens/new-token.tsx';
import { tokensQuery } from '#web/features/api-tokens/queries.ts';
import { TokenList } from '#web/features/api-tokens/token-list.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { WebhooksTab } from '#web/features/webhooks/webhooks-tab.tsx';
import { button } from '#web/kit/button.tsx';
import { LoadSections } from '#web/kit/load-sections.tsx';
import { Section } from '#web/kit/section.tsx';
import { Tabs, tabId } from '#web/kit/tabs.tsx';

const route = getRouteApi('/queries/app/tokens');

const TABS = [
  { id: 'tokens', name: 'Tokens' },
  { id: 'webhooks', name: 'Webhooks' },
] as const;

const LEADS = {
  tokens: "A token lets your own program act as you. It can't reach your account, your payments or other tokens.",
  webhooks: 'A webhook sends what happens in your missions to an address of yours, signed so that you can trust it.',
};

/** `none` says that there are none that could be kept. */
function Upgrade({ what, none }: { what: 'tokens' | 'webhooks'; none: boolean }) {
  return (
    <Section
      id="upgrade"
      title="API access comes with PREMIUM"
      lead={
        none ? `With PREMIUM you can create ${what} here.` : `Your ${what} are kept, and work again once you upgrade.`
      }
    >
      <Link to="/pricing" className={button({ className: 'max-sm:w-full' })}>
        Upgrade
      </Link>
    </Section>
  );
}

function TokensTab({ zone }: { zone: string }) {
  const query = useQuery(tokensQuery);
  return (
    <LoadSections query={query} name="your tokens">
      {(list) => (
        <>
          {list.allowed ? <NewToken /> : <Upgrade what="tokens" none={list.tokens.length === 0} />}
          <TokenList {...list} zone={zone} />
        </>
      )}
    </LoadSections>
  );
}

function Webhooks({ zone }: { zone: string }) {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(dashboardQuery);
  // During another try it still says that the one before did not work.
  const isError = data === undefined && errorUpdateCount > 0;
  const missions = { data: data?.missions, isError, isFetching, refetch };
  return <WebhooksTab missions={missions} zone={zone} upgrade={(none) => <Upgrade what="webhooks" none={none} />} />;
}

/** What programs need: tokens to call the API, and webhooks by which it calls them. */
export function TokensPage() {
  const { timezone } = useMe();
  const { tab: chosen = 'tokens' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <Page title="API" back wide={false}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">API</h1>
      <p className="mt-2.5 text-ink-2">{LEADS[chosen]}</p>
      <a href="/docs/api" className={button({ kind: 'bare', className: '-mx-2 mb-2' })}>
        See how it works
      </a>
      <div>
        <Tabs
          label="API"
          tabs={TABS}
          chosen={chosen}
          onChoose={(tab) =>
            void navigate({ to: '/tokens', search: tab === 'tokens' ? {} : { tab }, replace: true, resetScroll: false })
          }
          controls="api-panel"
        />
      </div>
      <div id="api-panel" role="tabpanel" aria-labelledby={tabId(chosen)} className="mt-4 grid gap-6">
        {chosen === 'tokens' ? <TokensTab zone={timezone} /> : <Webhooks zone={timezone} />}
      </div>
    </Page>
  );
}
