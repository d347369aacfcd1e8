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

/** Asks, and revokes the key. `after` is the id of what gets the focus, as the row is gone then. */
export function RevokeKey({ value, after, onClose }: { value: CheckinKey; after: string; onClose: () => void }) {
  const { mutateAsync: revoke } = useRevokeKey();
  const outcome = useRef<'revoked' | 'failed' | null>(null);
  // Once the question is gone, as nothing below it can have the focus before. The row goes with the next answer, so its
  // button must not have it until then.
  useEffect(
    () => () => {
      const { current } = outcome;
      requestAnimationFrame(() => {
        if (current === 'revoked' || (current === 'failed' && document.activeElement === document.body))
          document.getElementById(after)?.focus();
      });
    },
    [after],
  );
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
      onDone={() => {
        outcome.current = 'revoked';
      }}
      onFailed={() => {
        outcome.current = 'failed';
      }}
      onClose={onClose}
    >
      <p>
        Every tag and button with the link to <strong className="text-ink wrap-anywhere">{value.mission_title}</strong>{' '}
        stops working at once.
      </p>
    </ConfirmAction>
  );
}
