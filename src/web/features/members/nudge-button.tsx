import { Check, Hand } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Look } from '#domain/looks.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useNudge } from './nudge.ts';

export interface PersonOut {
  mission_id: string;
  /** Set if the list mixes several missions. */
  mission_title?: string;
  user_id: string;
  name: string;
  avatar_url: string | null;
  look: Look;
  can_nudge: boolean;
  nudged_today: boolean;
}

interface NudgeButtonProps {
  person: PersonOut;
  asksHello?: boolean;
}

/** Needs the network, because a nudge is only useful now. */
export function NudgeButton({ person, asksHello = false }: NudgeButtonProps) {
  const t = useT();
  const { mutate, isPending, isSuccess } = useNudge(person.mission_id);
  const online = useIsOnline();
  const done = useRef<HTMLSpanElement>(null);
  const { name, nudged_today } = person;
  useEffect(() => {
    // The focused button no longer exists.
    if (isSuccess && nudged_today && document.activeElement === document.body)
      done.current?.focus({ preventScroll: true });
  }, [isSuccess, nudged_today]);
  if (nudged_today)
    return (
      <span
        ref={done}
        tabIndex={-1}
        className="inline-flex min-h-11 shrink-0 items-center gap-1.5 px-2 text-sm font-semibold text-ink-2"
      >
        <Check className="size-4" strokeWidth={3} aria-hidden />
        {t('app.members.nudge.done')}
        <span className="sr-only">{name}</span>
      </span>
    );
  if (!person.can_nudge) return null;
  const nudge = () =>
    mutate(person.user_id, {
      onError: (error) => toast.failure(error, t('app.members.nudge.not_sent')),
    });
  return (
    <Button
      kind="quiet"
      size="sm"
      className="shrink-0"
      // The accessible name must start with the visible text.
      aria-label={
        isPending ? undefined : t(asksHello ? 'app.members.quiet.hello_label' : 'app.members.nudge.name', { name })
      }
      disabled={!online}
      busy={isPending}
      busyLabel={t('app.members.nudge.nudging')}
      onClick={nudge}
    >
      <Hand className="size-4.5" aria-hidden />
      {t(asksHello ? 'app.members.quiet.hello' : 'app.members.nudge.nudge')}
    </Button>
  );
}
