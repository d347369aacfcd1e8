import { MonitorDown, Share, SquarePlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { toast } from '#web/lib/toast.ts';
import { install, useInstallWay } from './install.ts';

async function installApp(): Promise<void> {
  try {
    const outcome = await install();
    if (outcome === 'dismissed') toast.info('Installation cancelled');
    if (outcome === 'unavailable') toast.info('Installation is not available on this browser/device');
  } catch {
    toast.error('Installation failed. Please try again.');
  }
}

/** On iOS a page cannot start the installation, so this explains how to do it. */
function Instructions({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Add to Home Screen" onClose={onClose}>
      <ol className="mt-4 grid gap-4">
        <li className="flex items-center gap-3">
          <Share className="size-6 shrink-0 text-flame" aria-hidden />
          Tap the Share button of your browser.
        </li>
        <li className="flex items-center gap-3">
          <SquarePlus className="size-6 shrink-0 text-flame" aria-hidden />
          Choose "Add to Home Screen", then "Add".
        </li>
      </ol>
      <p className="mt-4 text-sm text-ink-2">Open Emberkin from your home screen, even offline.</p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose} data-autofocus>
          Got it
        </Button>
      </div>
    </Dialog>
  );
}

/** 'Add to Desktop', on iOS 'Add to Home Screen'. Nothing where the app is installed or cannot be installed. */
export function InstallButton({ className }: { className: string }) {
  const way = useInstallWay();
  const [shown, setShown] = useState(false);
  if (!way) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => (way === 'ask' ? void installApp() : setShown(true))}>
        <MonitorDown className="size-5 shrink-0" aria-hidden />
        {way === 'ask' ? 'Add to Desktop' : 'Add to Home Screen'}
      </button>
      {shown && <Instructions onClose={() => setShown(false)} />}
    </>
  );
}
