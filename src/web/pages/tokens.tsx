import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMe } from '#web/data/me.ts';
import { TokensTab } from '#web/features/api-tokens/tokens-tab.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { WebhooksTab } from '#web/features/webhooks/webhooks-tab.tsx';
import { button } from '#web/kit/button.tsx';
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
        {chosen === 'tokens' ? <TokensTab zone={timezone} /> : <WebhooksTab zone={timezone} />}
      </div>
    </Page>
  );
}
