import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { toastsWanted } from '#web/lib/toast.ts';

const Toaster = lazy(() => import('#web/ui/toaster.tsx'));

function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get, () => false);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}

/** After a navigation readers start at the new page's heading; an address with a fragment has its own place. */
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
