import { Button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useFrame } from './frame-actions.ts';

/** Logs out on pages without an account menu. */
export function LogOutButton() {
  const t = useT();
  const { logOut, loggingOut } = useFrame();
  return (
    <Button kind="bare" className="justify-self-center" onClick={logOut} disabled={loggingOut}>
      {t('app.frame.account.log_out')}
    </Button>
  );
}
