import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from './error-screens.tsx';
import type { makeRouter } from './router.tsx';

interface AppProps {
  router: ReturnType<typeof makeRouter>;
  /** Called once, after the first render is in the document. */
  onRendered?: () => void;
}

export function App({ router, onRendered }: AppProps) {
  const onRenderedRef = useRef(onRendered);
  useLayoutEffect(() => onRenderedRef.current?.(), []);
  return (
    <ErrorBoundary>
      <RouterProvider router={router} />
    </ErrorBoundary>
  );
}
