import { useEffect, useRef, useState } from 'react';
import {
  type AdminUser,
  createResetLink,
  type PasswordLink,
  reinstateUser,
  suspendUser,
} from '#contract/admin-accounts.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { count, shortDay } from '#platform/web/lib/format.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePasswords, usePlans } from '#web/data/site.ts';
import { DetailList } from './data-table.tsx';
import { PasswordLinkDialog } from './password-link.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

/** Shows whether the account can be used, if the server has no plans. */
export function Status({ user }: { user: AdminUser }) {
  return user.suspended_at ? <Pill tone="open">Suspended</Pill> : <Pill tone="done">Active</Pill>;
}

function planName({ subscription_tier, subscription_plan }: AdminUser): string {
  if (subscription_tier === 'free') return 'Free';
  return subscription_plan === 'premium_yearly' ? 'PREMIUM' : 'PRO';
}

export function Plan({ user }: { user: AdminUser }) {
  if (user.suspended_at) return <Pill tone="open">Suspended</Pill>;
  return <Pill tone={user.subscription_tier === 'free' ? 'plain' : 'owner'}>{planName(user)}</Pill>;
}

export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [link, setLink] = useState<PasswordLink | null>(null);
  const plans = usePlans();
  const passwords = usePasswords();
  if (link) return <PasswordLinkDialog name={user.name} link={link} onClose={onClose} />;
  return (
    <Dialog title={user.name} onClose={onClose}>
      <DetailList
        facts={[
          ['Email Address', user.email],
          ...(plans ? [['Plan', planName(user)] as const] : []),
          ['Level', count(user.level)],
          ['Points', count(user.points)],
          ['Streak (days)', count(user.streak_days)],
          ['Check-ins', count(user.checkins_count)],
          ['Missions', count(user.missions_count)],
          ['Timezone', user.timezone.replaceAll('_', ' ')],
          ['Joined', shortDay(user.created_at.slice(0, 10))],
          ...(user.last_used_at ? [['Last seen', shortDay(user.last_used_at.slice(0, 10))] as const] : []),
          ['Profile', user.profile_completed ? 'Complete' : 'Incomplete'],
          ['Id', user.id],
        ]}
      />
      <div className="mt-6 pt-5 seam">
        {user.suspended_at ? (
          <Reinstate user={user} since={user.suspended_at} onDone={onClose} />
        ) : (
          <div className="flex flex-wrap items-start gap-3">
            {passwords && <ResetLink user={user} onCreated={setLink} />}
            <Suspend user={user} onDone={onClose} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Creates a link that sets a new password, for a user who cannot receive the email. */
function ResetLink({ user, onCreated }: { user: AdminUser; onCreated: (link: PasswordLink) => void }) {
  const { mutate, isPending } = useAdminAction(async () =>
    onCreated(await callAsAdmin(createResetLink, { params: { id: user.id } })),
  );
  const create = () => mutate(undefined, { onError: (error) => toast.failure(error, "We couldn't create the link") });
  return (
    <Button kind="quiet" busy={isPending} busyLabel="Creating..." onClick={create}>
      Create reset link
    </Button>
  );
}

function Suspend({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [confirming, setConfirming] = useState<boolean | null>(null);
  const [reason, setReason] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field replaced the button, or the button the field, and the focus was lost.
    if (confirming !== null) place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
  }, [confirming]);
  const { mutate, isPending } = useAdminAction(() =>
    callAsAdmin(suspendUser, { params: { id: user.id }, body: { reason } }),
  );
  if (!confirming)
    return (
      <div ref={place}>
        <Button kind="quiet" onClick={() => setConfirming(true)}>
          Suspend account
        </Button>
      </div>
    );
  const suspend = () =>
    mutate(undefined, {
      onSuccess: () => toast.success('Account suspended'),
      onError: (error) => toast.failure(error, "We couldn't suspend the account"),
      onSettled: onDone,
    });
  return (
    <div ref={place} className="grid w-full gap-4">
      <p className="text-ink-2">
        This logs the user out everywhere and keeps them from signing in. A paid plan won't renew. Posts stay, and you
        can reinstate the account.
      </p>
      <CountedField
        id="reason"
        label="Reason"
        note="Kept in the audit log."
        optional
        max={REASON_MAX}
        area
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="quiet" disabled={isPending} onClick={() => setConfirming(false)}>
          Cancel
        </Button>
        <Button kind="danger" busy={isPending} busyLabel="Suspending..." onClick={suspend}>
          Suspend
        </Button>
      </div>
    </div>
  );
}

function Reinstate({ user, since, onDone }: { user: AdminUser; since: string; onDone: () => void }) {
  const { mutate, isPending } = useAdminAction(() => callAsAdmin(reinstateUser, { params: { id: user.id } }));
  const reinstate = () =>
    mutate(undefined, {
      onSuccess: () => toast.success('Account reinstated'),
      onError: (error) => toast.failure(error, "We couldn't reinstate the account"),
      onSettled: onDone,
    });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-2">Suspended since {shortDay(since.slice(0, 10))}.</p>
      <Button busy={isPending} busyLabel="Reinstating..." onClick={reinstate}>
        Reinstate account
      </Button>
    </div>
  );
}
