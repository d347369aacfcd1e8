import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { onToastRequested } from '#platform/web/lib/toast.ts';

const AGAIN_MS = 2000;
/** Starts after the page has loaded its own data. */
const AHEAD_MS = 1000;
const load = () => import('#platform/web/kit/toaster.tsx');

/** Loads the toaster before the first toast, which might report a lost network. */
export function useToastsAhead(): void {
  useEffect(() => {
    // The first toast tries again.
    const timer = setTimeout(() => load().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Mounts the toaster for the first toast. If its chunk fails to load, the page continues and retries. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToastRequested.subscribe, onToastRequested.get, () => false);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!wanted || Toaster) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mount = () =>
      load().then(
        (loaded) => setToaster(() => loaded.default),
        () => {
          timer = setTimeout(mount, AGAIN_MS);
        },
      );
    void mount();
    return () => clearTimeout(timer);
  }, [wanted, Toaster]);
  return Toaster && <Toaster />;
}
