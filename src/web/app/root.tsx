import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Toasts } from './toasts.tsx';

/** Focuses the new page's heading after a navigation, for screen readers. A URL fragment has its own target. */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || toLocation.hash) return;
        const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
        if (!target) return;
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }),
    [router],
  );
}

export function Root() {
  useFocusOnArrival();
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
