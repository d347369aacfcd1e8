import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from './error-screens.tsx';
import type { makeRouter } from './router.tsx';

interface AppProps {
  client: QueryClient;
  router: ReturnType<typeof makeRouter>;
  /** Runs once, when the first drawing stands in the document. */
  onDrawn?: () => void;
}

export function App({ client, router, onDrawn }: AppProps) {
  const onDrawnRef = useRef(onDrawn);
  useLayoutEffect(() => onDrawnRef.current?.(), []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
