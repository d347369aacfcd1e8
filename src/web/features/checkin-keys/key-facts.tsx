import { useEffect, useRef } from 'react';
import type { CheckinKey } from '#contract/checkin-keys.ts';
import { dayOf } from '#domain/days.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { shortDay } from '#web/lib/format.ts';
import { useRevokeKey } from './queries.ts';

/** When a key was made and last used, in one line. */
export function KeyFacts({ value: { created_at, last_used_at }, zone }: { value: CheckinKey; zone: string }) {
  const created = `Made ${shortDay(dayOf(new Date(created_at), zone))}`;
  const used = last_used_at ? `last used: ${relativeTime(new Date(last_used_at), new Date(), zone)}` : 'never used';
  return <p className="text-sm text-ink-2">{`${created}, ${used}`}</p>;
}

const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Asks, and revokes the key. `after` is the id of what gets the focus, as the row is gone then. */
export function RevokeKey({ value, after, onClose }: { value: CheckinKey; after: string; onClose: () => void }) {
  const { mutateAsync: revoke } = useRevokeKey();
  const isGone = useRef(false);
  const isRevoked = useRef(false);
  useEffect(() => {
    // Nothing below the question can have the focus while it is open. It may go with its row before the answer is known.
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
      title="Revoke this key?"
      confirm="Revoke"
      danger
      busyLabel="Revoking..."
      cancel="Keep it"
      action={() => revoke(value.id)}
      done="Check-in key revoked"
      failed="We couldn't revoke the key"
      closes="always"
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        Every tag and button with the link to <strong className="text-ink wrap-anywhere">{value.mission_title}</strong>{' '}
        stops working at once.
      </p>
    </ConfirmAction>
  );
}
