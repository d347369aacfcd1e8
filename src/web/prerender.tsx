import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { Logo } from '#web/ui/drawings/logo.tsx';
import { App } from './app/app.tsx';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { DashboardShellSkeleton } from './features/dashboard/skeleton.tsx';

async function renderRoute(path: string): Promise<string> {
  const client = makeQueryClient();
  const router = makeRouter({ queryClient: client }, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToStaticMarkup(<App client={client} router={router} />);
}

/** The pages that are sent drawn, by their file: the first paint does not wait for any script. */
export const renderPages = async (): Promise<Record<string, { title: string; needs: string[]; html: string }>> => ({
  'login.html': { title: 'Sign in · Emberkin', needs: ['src/web/pages/login.tsx'], html: await renderRoute('/login') },
  'dashboard.html': {
    title: 'Dashboard · Emberkin',
    needs: [
      'src/web/lib/offline/offline-cache.ts',
      'src/contract/auth.ts',
      'src/web/app/app-layout.tsx',
      'src/web/pages/dashboard.tsx',
    ],
    html: renderToStaticMarkup(<DashboardShellSkeleton />),
  },
  'index.html': {
    title: 'Emberkin',
    needs: [],
    html: renderToStaticMarkup(
      <div className="grid min-h-dvh place-items-center">
        <Logo />
      </div>,
    ),
  },
});
