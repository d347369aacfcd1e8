import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Component, type ReactNode } from 'react';
import { Button, button } from '#platform/web/kit/button.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { Logo } from '#web/drawings/logo.tsx';

function Screen({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  useTitle(title);
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-center gap-6 px-4 py-8 text-center"
    >
      <div className="grid w-full justify-items-center rounded-xl bg-card p-5 pb-9 shadow-card sm:p-8 sm:pb-12">
        {/* Uses a small drawing, because every page loads this screen. */}
        <div className="grid h-40 w-full place-items-center rounded-xl bg-dusk">
          <Flame className="h-20 w-auto [--card:#7d5a92] [--line:#5a4468]" lit={false} />
        </div>
        <h1 tabIndex={-1} className="mt-7 text-xl font-extrabold wrap-anywhere sm:text-2xl">
          {title}
        </h1>
        <div className="mt-2.5 max-w-md text-balance wrap-anywhere text-ink-2">{children}</div>
        <div className="mt-6 grid w-full max-w-xs gap-3">{action}</div>
      </div>
      <Logo />
    </main>
  );
}

const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.status ? `${error.status} ${error.detail}` : error.detail;
  return error instanceof Error ? error.message : String(error);
};

/** Replaces a route that threw. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const t = useT();
  return (
    <Screen
      title={t('start.errors.unexpected')}
      action={
        <>
          <Button onClick={() => void router.invalidate()}>{t('start.common.retry')}</Button>
          <a
            href={error instanceof ApiError && error.code === 'door' ? '/?reload=1' : '/'}
            className={button({ kind: 'quiet' })}
          >
            {t('start.common.back_to_dashboard')}
          </a>
        </>
      }
    >
      <p>{messageOf(error)}</p>
    </Screen>
  );
}

function Broken() {
  const t = useT();
  return (
    <Screen
      title={t('start.errors.went_wrong')}
      action={<Button onClick={() => window.location.reload()}>{t('start.errors.refresh')}</Button>}
    >
      <p>{t('start.errors.safe')}</p>
    </Screen>
  );
}

/** Catches errors outside of routes, so an error never leaves a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken />;
  }
}
