import { useEffect, useRef } from 'react';
import type { CheckinKey } from '#contract/checkin-keys.ts';
import { dayOf } from '#domain/days.ts';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { shortDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { useRevokeKey } from './queries.ts';

export function KeyFacts({ value: { created_at, last_used_at }, zone }: { value: CheckinKey; zone: string }) {
  const t = useT();
  const day = shortDay(dayOf(new Date(created_at), zone));
  return (
    <p className="text-sm text-ink-2">
      {last_used_at
        ? t('app.checkin_keys.made_used', { day, time: relativeTime(new Date(last_used_at), new Date(), zone) })
        : t('app.checkin_keys.made_unused', { day })}
    </p>
  );
}

const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Confirms and revokes the key. `after` is the ID of the element that then receives the focus. */
export function RevokeKey({ value, after, onClose }: { value: CheckinKey; after: string; onClose: () => void }) {
  const t = useT();
  const { mutateAsync: revoke } = useRevokeKey();
  const isGone = useRef(false);
  const isRevoked = useRef(false);
  useEffect(() => {
    // Nothing below the open dialog can have the focus. The row can disappear before the response arrives.
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (isRevoked.current) focusSoon(after);
    };
  }, [after]);
  const onDone = () => {
    isRevoked.current = true;
    if (isGone.current) focusSoon(after);
  };
  return (
    <ConfirmAction
      title={t('app.checkin_keys.revoke.question')}
      confirm={t('app.checkin_keys.revoke.button')}
      danger
      busyLabel={t('app.checkin_keys.revoke.revoking')}
      cancel={t('app.checkin_keys.revoke.keep')}
      action={() => revoke(value.id)}
      done={t('app.checkin_keys.revoke.revoked')}
      failed={t('app.checkin_keys.revoke.not_revoked')}
      closes="always"
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {t.rich('app.checkin_keys.revoke.note', {
          mission: value.mission_title,
          name: emphasis,
        })}
      </p>
    </ConfirmAction>
  );
}
