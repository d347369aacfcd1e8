import { MonitorDown, Share, SquarePlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { getT, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { install, useInstallWay } from './install.ts';

async function installApp(): Promise<void> {
  try {
    const outcome = await install();
    if (outcome === 'dismissed') toast.info(getT()('app.install.canceled'));
    if (outcome === 'unavailable') toast.info(getT()('app.install.unavailable'));
  } catch {
    toast.error(getT()('app.install.failed'));
  }
}

/** Explains the installation on iOS, where a page cannot start it. */
function Instructions({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('app.install.home_screen')} onClose={onClose}>
      <ol className="mt-4 grid gap-4">
        <li className="flex items-center gap-3">
          <Share className="size-6 shrink-0 text-flame" aria-hidden />
          {t('app.install.tap_share')}
        </li>
        <li className="flex items-center gap-3">
          <SquarePlus className="size-6 shrink-0 text-flame" aria-hidden />
          {t('app.install.choose')}
        </li>
      </ol>
      <p className="mt-4 text-sm text-ink-2">{t('app.install.offline')}</p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose} data-autofocus>
          {t('start.common.got_it')}
        </Button>
      </div>
    </Dialog>
  );
}

/** 'Add to Desktop', or on iOS 'Add to Home Screen'. Hidden if the app is or cannot be installed. */
export function InstallButton({ className }: { className: string }) {
  const t = useT();
  const way = useInstallWay();
  const [shown, setShown] = useState(false);
  if (!way) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => (way === 'ask' ? void installApp() : setShown(true))}>
        <MonitorDown className="size-5 shrink-0" aria-hidden />
        {t(way === 'ask' ? 'app.install.desktop' : 'app.install.home_screen')}
      </button>
      {shown && <Instructions onClose={() => setShown(false)} />}
    </>
  );
}
