import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { loadCheckInSheet } from '#web/features/checkins/public.ts';

/** The list of today's missions over the page. Its code is loaded when it is opened. */
export function useQuickCheckin() {
  const router = useRouter();
  const [Sheet, setSheet] = useState<Awaited<ReturnType<typeof loadCheckInSheet>> | null>(null);
  const close = useCallback(() => setSheet(null), []);
  const open = () =>
    void loadCheckInSheet().then(
      (sheet) => setSheet(() => sheet),
      () => router.navigate({ to: '/check-in' }),
    );
  return { open, close, Sheet };
}
