import { createRoot } from 'react-dom/client';
import { getToken } from '#web/lib/session/session.ts';
import { App } from './app/app.tsx';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { watchSession } from './app/session-end.ts';
import { watchTheme } from './lib/theme.ts';
import './styles.css';

const client = makeQueryClient();
const router = makeRouter({ queryClient: client });
watchSession(client, router);
watchTheme();

// Someone signed in sees at once what was last known, with or without a network. Visitors do without the storage.
if (getToken()) {
  const { restoreOfflineCache } = await import('#web/lib/offline/offline-cache.ts');
  await restoreOfflineCache(client);
}

// The page that the server sent stays until its living twin can take its place at once, so that nothing flashes.
await router.load();
const focused = document.activeElement?.id;
const takeOver = () => focused && document.getElementById(focused)?.focus();
createRoot(document.getElementById('root')!).render(<App client={client} router={router} onDrawn={takeOver} />);
