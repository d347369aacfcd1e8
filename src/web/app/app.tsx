import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ErrorBoundary } from './error-screens.tsx';
import type { makeRouter } from './router.tsx';

export function App({ client, router }: { client: QueryClient; router: ReturnType<typeof makeRouter> }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
