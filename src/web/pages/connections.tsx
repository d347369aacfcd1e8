import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import { ApiTokens } from '#web/features/api-tokens/tokens.tsx';
import { CheckinKeys } from '#web/features/checkin-keys/key-list.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { Webhooks } from '#web/features/webhooks/webhooks.tsx';

const route = getRouteApi('/queries/app/connections');

/** Connections with other programs: check-in keys, API tokens and webhooks. */
export function ConnectionsPage() {
  const t = useT();
  const { timezone } = useMe();
  const { mission: making } = route.useSearch();
  const navigate = useNavigate();
  const running = useDashboardData()?.missions.filter(({ days_remaining }) => days_remaining > 0);
  return (
    <Page title={t('app.titles.connections')} back="profile">
      <div className="flex max-w-4xl flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.connections')}</h1>
        <a href="/docs/api" className={button({ kind: 'bare', className: '-mx-2' })}>
          {t('app.titles.how_it_works')}
        </a>
      </div>
      <div className="mt-3 grid max-w-4xl grid-cols-1 gap-4">
        <CheckinKeys
          missions={running}
          making={running?.find(({ id }) => id === making) ?? null}
          onMake={(mission) =>
            void navigate({
              to: '/connections',
              search: mission ? { mission: mission.id } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
        <ApiTokens zone={timezone} />
        <Webhooks zone={timezone} />
      </div>
    </Page>
  );
}
