import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { countUnsent } from '#web/data/outbox/outbox-store.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { unsentWarning, useLogOutEverywhere } from './log-out.ts';

/** Ends every session of the user, this one too. */
export function LogOutEverywhere() {
  const me = useMe();
  const logOut = useLogOutEverywhere();
  const [unsent, setUnsent] = useState<number | null>(null);
  const ask = async () => setUnsent(await countUnsent(me.id).catch(() => 0));
  return (
    <>
      <Button kind="quiet" className="mt-3 w-full sm:w-auto" onClick={() => void ask()}>
        <LogOut className="size-4.5 rtl:rotate-180" aria-hidden />
        Log out everywhere
      </Button>
      {unsent !== null && (
        <ConfirmAction
          title="Log out everywhere?"
          confirm="Log out everywhere"
          danger
          busyLabel="Logging out..."
          action={logOut}
          failed="We couldn't log you out. Please try again."
          closes="never"
          onClose={() => setUnsent(null)}
        >
          We'll log you out on all devices, this one too, and turn off their push messages. API tokens keep working.
          {unsent > 0 && ` ${unsentWarning(unsent)}`}
        </ConfirmAction>
      )}
    </>
  );
}
