import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { button } from '#platform/web/kit/button.tsx';
import type { Retry } from '#platform/web/kit/load-part.tsx';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { isOffline } from '#platform/web/lib/api/is-offline.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { SignpostScene } from '#web/drawings/empty-scenes.tsx';
import { FailedPage } from '#web/features/site/public.ts';

/** How long the page explains a missing mission before the dashboard opens. */
const BACK_MS = 3000;

/** Shown if the mission does not exist or the user is not a member. Focus on the button stops the redirect. */
export function MissionNotFound({ error }: { error: unknown }) {
  const t = useT();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(true);
  const failed = t('app.missions.load_failed', { detail: detailOf(error, t('app.missions.missing')) });
  useEffect(() => toast.error(failed), [failed]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), BACK_MS);
    return () => clearTimeout(timer);
  }, [waiting, navigate]);
  return (
    <div
      role="alert"
      className="mx-auto mt-2 grid max-w-3xl justify-items-center rounded-xl bg-card p-5 pb-9 text-center shadow-card sm:mt-6 sm:p-8 sm:pb-12"
    >
      <SignpostScene className="w-full max-w-lg" />
      <h1 className="mt-7 text-2xl font-extrabold">{t('app.missions.not_found.title')}</h1>
      <p className="mt-2.5 max-w-md text-balance text-ink-2">{t('app.missions.not_found.text')}</p>
      <Link to="/dashboard" onFocus={() => setWaiting(false)} className={button({ className: 'mt-6 w-full max-w-xs' })}>
        {t('start.common.back_to_dashboard')}
      </Link>
      <p className="mt-4 text-sm text-ink-2">
        {waiting ? t('app.missions.not_found.leaving') : t('app.missions.not_found.staying')}
      </p>
    </div>
  );
}

export function MissionLoadError({ query, error }: { query: Retry; error: unknown }) {
  const t = useT();
  return (
    <div className="mx-auto mt-2 max-w-3xl sm:mt-6">
      <FailedPage
        query={query}
        title={t(isOffline(error) ? 'app.missions.broken.offline' : 'app.missions.broken.title')}
        after={t('app.missions.broken.after')}
      >
        {detailOf(error, t('app.missions.broken.text'))}
      </FailedPage>
    </div>
  );
}
