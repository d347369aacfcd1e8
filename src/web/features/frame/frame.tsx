import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { ConfirmDialog } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { unsentWarning } from '#web/features/auth/public.ts';
import { loadCheckInSheet } from '#web/features/checkins/public.ts';
import { TakePause } from '#web/features/streaks/public.ts';
import { FrameProvider } from './frame-actions.ts';
import type { useLeave } from './use-leave.ts';

/** Opens the list of today's missions over the page. Its code loads on the first use. */
function useQuickCheckin() {
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

interface FrameProps {
  leave: ReturnType<typeof useLeave>;
  children: ReactNode;
}

export function Frame({ leave, children }: FrameProps) {
  const t = useT();
  const quick = useQuickCheckin();
  const [pausing, setPausing] = useState(false);
  const { ask, logOut, stay, unsent, loggingOut } = leave;
  return (
    <FrameProvider
      value={{
        openQuickCheckin: quick.open,
        takePause: () => setPausing(true),
        logOut: () => void ask(),
        loggingOut,
      }}
    >
      {children}
      {quick.Sheet && <quick.Sheet onClose={quick.close} />}
      {pausing && (
        <Suspense>
          <TakePause onClose={() => setPausing(false)} />
        </Suspense>
      )}
      {unsent > 0 && (
        <ConfirmDialog
          title={t('app.frame.unsent.title')}
          confirm={t('app.frame.unsent.log_out')}
          danger
          busyLabel={t('app.frame.unsent.logging_out')}
          busy={loggingOut}
          cancel={t('app.frame.unsent.stay')}
          onConfirm={logOut}
          onClose={stay}
        >
          {unsentWarning(t, unsent)}
        </ConfirmDialog>
      )}
    </FrameProvider>
  );
}
