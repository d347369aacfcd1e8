import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Hears what others do, from the moment somebody is signed in; fetched apart, as the first paint can do without. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gone = false;
    let stop: () => void = () => undefined;
    import('./apply-hints.ts').then(
      ({ applyHints }) => {
        if (!gone) stop = applyHints(client);
      },
      // Without it the polls go on.
      () => undefined,
    );
    return () => {
      gone = true;
      stop();
    };
  }, [client]);
}
