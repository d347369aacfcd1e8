import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Mission } from '#contract/missions.ts';
import * as keys from '#web/data/query-keys.ts';
import { type PushState, pushProblem, readPushState, turnPushOn } from '#web/features/push/public.ts';
import { MomentQuestion } from '#web/features/reminders/public.ts';
import { hourName } from '#web/lib/format.ts';

type Channel = 'email' | 'push';

/** How a reminder can reach the user on this device. */
const channelsOf = (push: PushState, emails: boolean): readonly Channel[] => [
  ...(emails ? (['email'] as const) : []),
  ...(push === 'on' || push === 'off' ? (['push'] as const) : []),
];

interface TodayMomentProps {
  mission: Mission;
  me: User;
  onAnswer: () => void;
}

/** The question for the reminder, and what became of the answer. */
export function TodayMoment({ mission, me, onAnswer }: TodayMomentProps) {
  const { data: push, refetch } = useQuery({ queryKey: keys.pushHere, queryFn: readPushState });
  // What can be chosen stays as it was first shown: a permission that is refused leaves the form, and what is typed.
  const [channels, setChannels] = useState<readonly Channel[]>([]);
  const [answer, setAnswer] = useState<{ hour: number | null } | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (answer) (said.current ?? document.getElementById('checkin-title'))?.focus({ preventScroll: true });
  }, [answer]);
  if (answer)
    return (
      answer.hour !== null && (
        <p ref={said} tabIndex={-1} className="text-sm text-on-night-2">
          {`We'll remind you at ${hourName(answer.hour)}.`}
        </p>
      )
    );
  if (channels.length === 0) {
    const found = push ? channelsOf(push, me.email_verified !== false) : [];
    if (found.length > 0) setChannels(found);
    return null;
  }
  const turnOn = async () => {
    try {
      return pushProblem(await turnPushOn(me.id));
    } finally {
      void refetch();
    }
  };
  return (
    <MomentQuestion
      missionId={mission.id}
      isWeekly={mission.schedule.kind === 'weekly'}
      zone={me.timezone}
      channels={channels}
      turnPushOn={turnOn}
      onAnswer={onAnswer}
      onAnswered={(hour) => setAnswer({ hour })}
    />
  );
}
