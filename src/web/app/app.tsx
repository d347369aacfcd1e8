import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from './error-screens.tsx';
import type { makeRouter } from './router.tsx';

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof makeRouter>;
  /** Called once, after the first render is in the document. */
  onRendered?: () => void;
}

export function App({ client, router, onRendered }: AppProps) {
  const onRenderedRef = useRef(onRendered);
  useLayoutEffect(() => onRenderedRef.current?.(), []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
