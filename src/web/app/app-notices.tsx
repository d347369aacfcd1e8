import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, MailCheck, Sparkles } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ResendLink } from '#web/features/auth/resend-link.tsx';
import { OutboxCard } from '#web/features/outbox/outbox-card.tsx';
import { useIsOnline } from '#web/lib/api/connectivity.ts';
import { clockTime, exactTime } from '#web/lib/format.ts';
import { rollOverDay } from '#web/lib/mission-view.ts';
import * as keys from '#web/lib/query-keys.ts';
import { takeUpdate, useUpdate } from '#web/lib/service-worker.ts';
import { useMe } from '#web/lib/session/me.ts';
import { markStale } from '#web/lib/stale.ts';
import { hasUnsavedInput } from '#web/lib/unsaved-input.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-action.tsx';

/** A sentence above the page, with an action. */
function Notice({ icon, children, action }: { icon: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
      {icon}
      <p className="min-w-0 grow basis-56">{children}</p>
      {action}
    </div>
  );
}

/** The time of the newest answer on the screen. */
function useLastAnswer(): number {
  const client = useQueryClient();
  const times = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.getObserversCount() > 0 && query.queryKey[0] !== keys.me[0])
    .map((query) => query.state.dataUpdatedAt);
  return Math.max(0, ...times);
}

/** Says that there is no network, and how old the content is. */
function Offline() {
  const me = useMe();
  const client = useQueryClient();
  const at = useLastAnswer();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void client.refetchQueries({ type: 'active' }).finally(() => setBusy(false));
  };
  const when = new Date(at).toISOString();
  const recent = Date.now() - at < 12 * 3_600_000;
  return (
    <Notice
      icon={<CloudOff className="size-5 shrink-0" aria-hidden />}
      action={
        <Button kind="quiet" size="sm" busy={busy} busyLabel="Trying again..." onClick={retry}>
          Try again
        </Button>
      }
    >
      {at === 0
        ? 'You are offline. What you do now is kept on this device and sent when you are back.'
        : `You are offline. This is how it was at ${recent ? clockTime(when, me.timezone) : exactTime(when, me.timezone)}. What you do now is sent when you are back.`}
    </Notice>
  );
}

/** Offers a new build. Installing it reloads the page, so it asks first if unsent text would be lost. */
function Update() {
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

const loadChangeEmail = () => import('#web/features/auth/change-email.tsx');
const ChangeEmail = lazy(async () => ({ default: (await loadChangeEmail()).ChangeEmail }));

/** Asks to prove the address, sends the link again, and mends an address that was mistyped. */
function UnprovedAddress({ email }: { email: string }) {
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Notice
        icon={<MailCheck className="size-5 shrink-0" aria-hidden />}
        action={
          <span className="flex flex-wrap items-center gap-2">
            <ResendLink key={email} label="Send it again" />
            <Button kind="bare" onPointerEnter={() => void loadChangeEmail()} onClick={() => setChanging(true)}>
              Wrong address?
            </Button>
          </span>
        }
      >
        Confirm your email address: the link is in your inbox at <strong className="wrap-anywhere">{email}</strong>.
      </Notice>
      {changing && (
        <Suspense fallback={null}>
          <ChangeEmail email={email} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Messages about the app itself, above the content of the page. */
export function Notices() {
  const me = useMe();
  const online = useIsOnline();
  const client = useQueryClient();
  useEffect(() => {
    // The browser's offline event triggers a refetch, which fails and so shows the notice.
    const refetch = () => void client.refetchQueries({ type: 'active' });
    window.addEventListener('offline', refetch);
    window.addEventListener('online', refetch);
    // Midnight comes without a network, too, and no hint tells of it.
    const rollOver = () => {
      if (rollOverDay(client)) void markStale(client, 'new_day');
    };
    const timer = setInterval(rollOver, 30_000);
    document.addEventListener('visibilitychange', rollOver);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', rollOver);
      window.removeEventListener('offline', refetch);
      window.removeEventListener('online', refetch);
    };
  }, [client]);
  return (
    <>
      <div aria-live="polite">
        {!online && <Offline />}
        <Update />
        {/* A user that an earlier version has stored lacks the field. */}
        {me.email_verified === false && <UnprovedAddress email={me.email} />}
      </div>
      <OutboxCard />
    </>
  );
}
