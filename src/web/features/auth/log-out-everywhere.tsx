import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { countUnsent } from '#platform/web/outbox/outbox-store.ts';
import { useMe } from '#web/data/me.ts';
import { unsentWarning, useLogOutEverywhere } from './log-out.ts';

export function LogOutEverywhere() {
  const t = useT();
  const me = useMe();
  const logOut = useLogOutEverywhere();
  const [unsent, setUnsent] = useState<number | null>(null);
  const ask = async () => setUnsent(await countUnsent(me.id).catch(() => 0));
  return (
    <>
      <Button kind="quiet" className="mt-3 w-full sm:w-auto" onClick={() => void ask()}>
        <LogOut className="size-4.5 rtl:-scale-x-100" aria-hidden />
        {t('app.auth.log_out.everywhere')}
      </Button>
      {unsent !== null && (
        <ConfirmAction
          title={t('app.auth.log_out.everywhere_title')}
          confirm={t('app.auth.log_out.everywhere')}
          danger
          busyLabel={t('app.auth.log_out.busy')}
          action={logOut}
          failed={t('app.auth.log_out.failed')}
          closes="never"
          onClose={() => setUnsent(null)}
        >
          {unsent > 0
            ? t('app.auth.log_out.effect_unsent', { warning: unsentWarning(t, unsent) })
            : t('app.auth.log_out.effect')}
        </ConfirmAction>
      )}
    </>
  );
}
