import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { dashboardWithPending } from '#web/data/missions/pending.ts';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import * as keys from '#web/data/query-keys.ts';
import {
  CheckinCard,
  CheckinClosed,
  CheckinDone,
  type MilestoneNews,
  milestoneNews,
  nextText,
  pendingText,
  seeYou,
  type WayOnProps,
} from '#web/features/checkins/public.ts';
import { AskSomeone, isEveryoneIn, isOut, StillOut, sceneMembersOf } from '#web/features/members/public.ts';
import { type PushState, pushProblem, readPushState, turnPushOn } from '#web/features/push/public.ts';
import { MomentQuestion } from '#web/features/reminders/public.ts';
import { streakQuery } from '#web/features/streaks/public.ts';
import { hourName } from '#web/lib/format.ts';
import type { MissionPageState } from './use-mission-page.ts';

interface PageProps {
  page: MissionPageState;
}

type Channel = 'email' | 'push';

/** How a reminder can reach the user on this device. */
const channelsOf = (push: PushState, emails: boolean): readonly Channel[] => [
  ...(emails ? (['email'] as const) : []),
  ...(push === 'on' || push === 'off' ? (['push'] as const) : []),
];

/** The question for the reminder, and what became of the answer. */
function TodayMoment({ page: { mission, me }, onAnswer }: PageProps & { onAnswer: () => void }) {
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
    const found = push ? channelsOf(push, me.email_verified) : [];
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

/** Where to go on: the next mission that needs a check-in, else when the user is asked again. Undefined while unknown. */
function useWayOn({ id, members }: Mission): WayOnProps['way'] {
  const items = useOutbox();
  const { data } = useQuery(dashboardQuery);
  if (!data) return undefined;
  const dashboard = dashboardWithPending(data, items);
  const mission = dashboard.missions.find((other) => other.needed_today && other.id !== id);
  if (mission) return { mission };
  const done = isEveryoneIn(members) ? 'All lit.' : "That's today done.";
  return { words: [done, seeYou(dashboard)].filter((part) => part !== null).join(' ') };
}

/** Whether everyone is in, and this check-in was the last one. */
function isLastOfAll({ members }: Mission, own: Member): boolean {
  const at = own.checked_in_at ?? '';
  return isEveryoneIn(members) && members.every(({ checked_in_at }) => (checked_in_at ?? '') <= at);
}

/** What was special about the check-in that this page has just made. */
function useMilestone({ mission, own, counted, receipt }: MissionPageState): MilestoneNews | null {
  const comeback = receipt?.milestone?.kind === 'comeback';
  const { data } = useQuery({ ...streakQuery(mission.id), enabled: comeback });
  if (!receipt) return null;
  const longest = data?.longest_streak ?? null;
  return milestoneNews(receipt.milestone, { isLastOfAll: isLastOfAll(mission, own), counted, longest });
}

function TodayDone({ page }: PageProps) {
  const { mission, own, counted, form, pending, receipt, ownCheckin, me, alone } = page;
  const out = mission.members
    .filter((member) => member.user_id !== me.id && isOut(member))
    .map((member) => ({ ...member, mission_id: mission.id, can_nudge: page.nudges && member.can_nudge }));
  const isIn = mission.members.filter((member) => member.checked_in_today).length;
  // The question stays for what it says then, although the mission no longer asks once it is answered.
  const [answering, setAnswering] = useState(false);
  const milestone = useMilestone(page);
  const way = useWayOn(mission);
  const everyone = isEveryoneIn(mission.members);
  return (
    <CheckinDone
      missionId={mission.id}
      counted={counted}
      planned={mission.planned_days}
      streak={own.streak_days}
      next={nextText(mission, { streak: own.streak_days, awayUntil: own.away_until })}
      pendingSince={pending && pendingText(pending.performed_at, me.timezone)}
      everyone={isIn > 1 && everyone ? `All ${isIn} are in today. What a fire.` : null}
      milestone={milestone}
      justCheckedIn={receipt !== null || (pending !== null && form.pending)}
      receipt={receipt}
      // The feed's row before the receipt, which does not know of edits.
      checkin={ownCheckin ?? receipt?.checkin ?? null}
      pending={pending}
      members={sceneMembersOf(mission.members)}
      isEveryoneIn={everyone}
      meId={me.id}
      askAlong={alone && mission.can.invite && <AskSomeone missionId={mission.id} onNight />}
      stillOut={out.length > 0 && <StillOut people={out} onNight />}
      way={way}
      moment={
        (mission.ask_reminder || answering) &&
        !pending && <TodayMoment page={page} onAnswer={() => setAnswering(true)} />
      }
    />
  );
}

/** Today's check-in: done, open, or why it is closed. */
export function TodayCheckin({ page, submitRef }: PageProps & { submitRef: Ref<HTMLButtonElement> }) {
  const { mission, own, counted, form } = page;
  if (mission.checked_in_today) return <TodayDone page={page} />;
  if (!mission.can.check_in) return mission.days_remaining > 0 && <CheckinClosed mission={mission} />;
  return (
    <CheckinCard
      form={form}
      mission={mission}
      counted={counted}
      streak={own.streak_days}
      awayUntil={own.away_until}
      submitRef={submitRef}
    />
  );
}
