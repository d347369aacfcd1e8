import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { takeUpdate, useUpdate } from '#web/lib/service-worker.ts';
import { hasUnsavedInput } from '#web/lib/unsaved-input.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Offers a new build. It is drawn anew with it, so what is typed and not sent is confirming about first. */
export function Update() {
  const ready = useUpdate();
  const [later, setLater] = useState(false);
  const [confirming, setConfirming] = useState(false);
  if (!ready || later) return null;
  return (
    <>
      <Notice
        icon={<Sparkles className="size-5 shrink-0" aria-hidden />}
        action={
          <span className="flex gap-2">
            <Button kind="bare" size="sm" onClick={() => setLater(true)}>
              Later
            </Button>
            <Button kind="quiet" size="sm" onClick={() => (hasUnsavedInput() ? setConfirming(true) : takeUpdate())}>
              Update
            </Button>
          </span>
        }
      >
        A new version of Emberkin is ready. Finish what you are writing first.
      </Notice>
      {confirming && (
        <ConfirmDialog
          title="You are writing something"
          confirm="Update anyway"
          cancel="Keep writing"
          onConfirm={takeUpdate}
          onClose={() => setConfirming(false)}
        >
          Updating draws this page anew, and what you have not sent would be gone. The new version waits until you are
          done.
        </ConfirmDialog>
      )}
    </>
  );
}
