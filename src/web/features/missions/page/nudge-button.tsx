import { Hand } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Member } from '#contract/missions.ts';
import { useNudge } from '#web/features/missions/queries.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

/** A kind nudge, once a day; afterwards it says that it was done. */
export function NudgeButton({ missionId, member }: { missionId: string; member: Member }) {
  const { mutate, isPending, isSuccess } = useNudge(missionId);
  const done = useRef<HTMLSpanElement>(null);
  const nudged = member.nudged_today && !member.checked_in_today;
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSuccess && nudged && document.activeElement === document.body) done.current?.focus({ preventScroll: true });
  }, [isSuccess, nudged]);
  if (nudged)
    return (
      <span ref={done} tabIndex={-1} className="px-2 text-sm font-semibold text-ink-2">
        Nudged
        <span className="sr-only">{member.name}</span>
      </span>
    );
  if (!member.can_nudge) return null;
  const nudge = () => mutate(member.user_id, { onError: (error) => toast.error(detailOf(error, 'Failed to nudge')) });
  return (
    <Button
      kind="quiet"
      size="sm"
      aria-label={`Nudge ${member.name}`}
      busy={isPending}
      busyLabel="Nudging..."
      onClick={nudge}
    >
      <Hand className="size-4.5" aria-hidden />
      Nudge
    </Button>
  );
}
