import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { App } from '#web/app/app.tsx';
import { makeRouter } from '#web/app/router.tsx';
import { DashboardShellSkeleton } from '#web/features/dashboard/load-states.tsx';
import { Logo } from '#web/ui/drawings/logo.tsx';

async function renderRoute(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToStaticMarkup(<App router={router} />);
}

/** The prerendered pages by their file names: their first paint waits for no script. */
export const renderPages = async (): Promise<Record<string, { title: string; needs: string[]; html: string }>> => ({
  'login.html': { title: 'Sign in · Emberkin', needs: ['src/web/pages/login.tsx'], html: await renderRoute('/login') },
  'dashboard.html': {
    title: 'Dashboard · Emberkin',
    needs: [
      'src/web/app/query-client.tsx',
      'src/web/lib/offline/offline-cache.ts',
      'src/contract/auth.ts',
      'src/web/app/app-layout.tsx',
      'src/web/pages/dashboard.tsx',
    ],
    html: renderToStaticMarkup(<DashboardShellSkeleton />),
  },
  'index.html': {
    title: 'Emberkin',
    needs: ['src/web/app/query-client.tsx'],
    html: renderToStaticMarkup(
      <div className="grid min-h-dvh place-items-center">
        <Logo />
      </div>,
    ),
  },
});
