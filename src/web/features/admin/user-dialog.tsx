import { useEffect, useRef, useState } from 'react';
import { type AdminUser, reinstateUser, suspendUser } from '#contract/admin.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/counted-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DetailList } from './detail-list.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

const dayOrNever = (instant: string | null) => (instant ? shortDay(instant.slice(0, 10)) : 'Never');

/** A user's row, opened: everything about the account, and the way to suspend it or to take that back. */
export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const plan = user.subscription_plan === 'premium_yearly' ? 'PREMIUM' : 'PRO';
  return (
    <Dialog title={user.name} onClose={onClose}>
      <DetailList
        facts={[
          ['Email Address', user.email],
          ['Plan', user.subscription_tier === 'free' ? 'Free' : plan],
          ['Level', count(user.level)],
          ['Points', count(user.points)],
          ['Streak (days)', count(user.streak_days)],
          ['Check-ins', count(user.checkins_count)],
          ['Missions', count(user.missions_count)],
          ['Timezone', user.timezone.replaceAll('_', ' ')],
          ['Joined', shortDay(user.created_at.slice(0, 10))],
          ['Last seen', dayOrNever(user.last_used_at)],
          ['Profile', user.profile_completed ? 'Complete' : 'Not complete'],
          ['Id', user.id],
        ]}
      />
      <div className="mt-6 pt-5 seam">
        {user.suspended_at ? (
          <Reinstate user={user} since={user.suspended_at} onDone={onClose} />
        ) : (
          <Suspend user={user} onDone={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Suspend({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [asked, setAsked] = useState<boolean | null>(null);
  const [reason, setReason] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed has made way for the field, or the field for the button.
    if (asked !== null) place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
  }, [asked]);
  const { mutate, isPending } = useAdminAction(() =>
    callAsAdmin(suspendUser, { params: { id: user.id }, body: { reason } }),
  );
  if (!asked)
    return (
      <div ref={place}>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Suspend account
        </Button>
      </div>
    );
  const suspend = () =>
    mutate(undefined, {
      onSuccess: () => toast.success('Account suspended'),
      onError: (error) => toast.error(detailOf(error, 'Failed to suspend the account')),
      onSettled: onDone,
    });
  return (
    <div ref={place} className="grid gap-4">
      <p className="text-ink-2">
        All sessions end, signing in is refused and a paid plan is not renewed. What was posted stays, and you can take
        it back.
      </p>
      <CountedField
        id="reason"
        label="Reason"
        note="Stands in the audit log."
        optional
        max={REASON_MAX}
        area
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="quiet" disabled={isPending} onClick={() => setAsked(false)}>
          Cancel
        </Button>
        <Button busy={isPending} busyLabel="Suspending..." onClick={suspend}>
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
      onError: (error) => toast.error(detailOf(error, 'Failed to reinstate the account')),
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
