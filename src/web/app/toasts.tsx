import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { onToastRequested } from '#web/lib/toast.ts';

const AGAIN_MS = 2000;
/** After what the page itself needs. */
const AHEAD_MS = 1000;
const load = () => import('#web/ui/toaster.tsx');

/** Fetches the toaster ahead of the first toast, which may have to tell that nothing can be fetched. */
export function useToastsAhead(): void {
  useEffect(() => {
    // Whoever wants it later tries again.
    const timer = setTimeout(() => load().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Mounts the toaster when the first toast is asked for. A chunk that does not come must not take the page with it. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToastRequested.subscribe, onToastRequested.get, () => false);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!wanted || Toaster) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const bring = () =>
      load().then(
        (loaded) => setToaster(() => loaded.default),
        () => {
          timer = setTimeout(bring, AGAIN_MS);
        },
      );
    void bring();
    return () => clearTimeout(timer);
  }, [wanted, Toaster]);
  return Toaster && <Toaster />;
}
