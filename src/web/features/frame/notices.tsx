import { useQueryClient } from '@tanstack/react-query';
import { DoorClosed, MailCheck, Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmDialog } from '#platform/web/kit/confirm-action.tsx';
import { isBehindDoor, onConnectivityChange, useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { PAST_WORKER, pastWorker } from '#platform/web/lib/past-worker.ts';
import { activateUpdate, useUpdate } from '#platform/web/lib/service-worker.ts';
import { hasUnsavedInput } from '#platform/web/lib/unsaved-input.ts';
import { useMe } from '#web/data/me.ts';
import { useNewDays } from '#web/data/missions/use-moment.ts';
import { ChangeEmail, loadChangeEmail, ResendLink } from '#web/features/auth/public.ts';
import { DeviceBar } from './device-bar.tsx';

function Notice({ icon, children, action }: { icon: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
      {icon}
      <p className="min-w-0 grow basis-56">{children}</p>
      {action}
    </div>
  );
}

interface ReloadButtonProps {
  readonly label: string;
  readonly question: { readonly text: string; readonly confirm: string };
  readonly reload: () => void;
}

/** Reloads the page, and asks first if unsent text would be lost. */
function ReloadButton({ label, question, reload }: ReloadButtonProps) {
  const t = useT();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button kind="quiet" size="sm" onClick={() => (hasUnsavedInput() ? setConfirming(true) : reload())}>
        {label}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={t('app.frame.update.writing')}
          confirm={question.confirm}
          danger
          cancel={t('app.frame.update.keep')}
          onConfirm={reload}
          onClose={() => setConfirming(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
}

function Update() {
  const t = useT();
  const ready = useUpdate();
  const [later, setLater] = useState(false);
  if (!ready || later) return null;
  return (
    <Notice
      icon={<Sparkles className="size-5 shrink-0" aria-hidden />}
      action={
        <span className="flex gap-2">
          <Button kind="bare" size="sm" onClick={() => setLater(true)}>
            {t('app.frame.update.later')}
          </Button>
          <ReloadButton
            label={t('app.frame.update.update')}
            question={{ text: t('app.frame.update.text'), confirm: t('app.frame.update.anyway') }}
            reload={activateUpdate}
          />
        </span>
      }
    >
      {t('app.frame.update.ready')}
    </Notice>
  );
}

/** Says that the session of the sign-in proxy has ended. Its button loads the page from the network to sign in. */
function Door() {
  const t = useT();
  return (
    <Notice
      icon={<DoorClosed className="size-5 shrink-0" aria-hidden />}
      action={
        <ReloadButton
          label={t('app.frame.door.load')}
          question={{ text: t('app.frame.door.text'), confirm: t('app.frame.door.anyway') }}
          reload={() => window.location.assign(pastWorker(window.location.href))}
        />
      }
    >
      {t('app.frame.door.ended')}
    </Notice>
  );
}

/** Asks the user to prove the address, resends the link, and lets them correct a typo. */
function UnprovedAddress({ email }: { email: string }) {
  const t = useT();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Notice
        icon={<MailCheck className="size-5 shrink-0" aria-hidden />}
        action={
          <span className="flex flex-wrap items-center gap-2">
            <ResendLink key={email} label={t('app.frame.address.resend')} />
            <Button kind="bare" onPointerEnter={() => void loadChangeEmail()} onClick={() => setChanging(true)}>
              {t('app.frame.address.wrong')}
            </Button>
          </span>
        }
      >
        {t.rich('app.frame.address.confirm', {
          email,
          strong: within('strong', { className: 'wrap-anywhere' }),
        })}
      </Notice>
      {changing && (
        <Suspense fallback={null}>
          <ChangeEmail email={email} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Removes the parameter from the address, so the service worker can serve a later reload offline. */
function forgetPastWorker(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PAST_WORKER)) return;
  url.searchParams.delete(PAST_WORKER);
  window.history.replaceState(window.history.state, '', url);
}

/** Messages about the app itself, above the content of the page. */
export function Notices() {
  const me = useMe();
  const online = useIsOnline();
  const behindDoor = useSyncExternalStore(onConnectivityChange, isBehindDoor, () => false);
  const client = useQueryClient();
  useNewDays();
  useEffect(forgetPastWorker, []);
  useEffect(() => {
    // The browser's offline event triggers a refetch. Its failure shows the notice.
    const refetch = () => void client.refetchQueries({ type: 'active' });
    window.addEventListener('offline', refetch);
    window.addEventListener('online', refetch);
    return () => {
      window.removeEventListener('offline', refetch);
      window.removeEventListener('online', refetch);
    };
  }, [client]);
  return (
    <>
      <div aria-live="polite">
        {behindDoor && <Door />}
        {/* The sign-in proxy responds, so the server is reachable but its API is not. */}
        {!online && <DeviceBar online={behindDoor} />}
        {online && <Update />}
        {online && !me.email_verified && <UnprovedAddress email={me.email} />}
      </div>
      {online && <DeviceBar online />}
    </>
  );
}
