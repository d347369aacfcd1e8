import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { FireScene } from '#web/drawings/fire-scene.tsx';
import {
  isEveryoneIn,
  isExpected,
  isOut,
  memberNote,
  NudgeButton,
  sceneMembersOf,
} from '#web/features/members/public.ts';
import { Section } from '#web/kit/section.tsx';
import { useFirstRows } from '#web/kit/use-first-rows.tsx';
import { cx } from '#web/lib/cx.ts';

function Face({ member }: { member: Member }) {
  const done = member.checked_in_today;
  return (
    <span className="relative shrink-0">
      <span className={cx('block rounded-full p-0.5', done ? 'ring-2 ring-pine' : '-m-0.5 text-ink stitch')}>
        <Avatar name={member.name} look={member.look} url={member.avatar_url} size={36} decorative className="block" />
      </span>
      {done && (
        <span className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-pine text-card ring-2 ring-card">
          <Check className="size-3" strokeWidth={4} aria-hidden />
        </span>
      )}
    </span>
  );
}

/** For the owner: who has been quiet, and a nudge where one can be sent. */
function QuietMembers({ mission }: { mission: Mission }) {
  if (!mission.quiet_members?.length) return null;
  return (
    <ul className="mb-4 grid gap-1 rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink">
      {mission.quiet_members.map(({ user_id, name, days }) => {
        const member = mission.members.find((one) => one.user_id === user_id);
        return (
          <li key={user_id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">{`${name} has been quiet for ${days} days.`}</span>
            {member && <NudgeButton person={{ mission_id: mission.id, ...member }} question="Say hello?" />}
          </li>
        );
      })}
    </ul>
  );
}

interface TodayMembersProps {
  mission: Mission;
  meId: string;
  /** The viewer's zone. */
  zone: string;
  /** Whether the picture is on top; a page has one. */
  scene: boolean;
  /** Whether the viewer is offered to nudge. */
  nudges: boolean;
  /** Shown beside the title: what the owner can do. */
  aside: ReactNode;
}

/** Who has checked in today, each by their own day; times are on the viewer's clock (docs/rules.md#days). */
export function TodayMembers({ mission, meId, zone, scene, nudges, aside }: TodayMembersProps) {
  const isIn = (member: Member) => member.checked_in_today;
  const members = [
    ...mission.members
      .filter(isIn)
      .sort((one, other) => (one.checked_in_at ?? '').localeCompare(other.checked_in_at ?? '')),
    ...mission.members.filter(isOut),
    ...mission.members.filter((member) => !isIn(member) && !isOut(member)),
  ];
  const expected = members.filter((member) => isExpected(member, mission)).length;
  const { shown, button } = useFirstRows(members, (member) => member.user_id === meId);
  return (
    <Section
      id="who"
      title="Who is in today"
      lead={
        expected === 0
          ? 'Nobody has to check in today'
          : `${members.filter(isIn).length} of ${expected} checked in today`
      }
      aside={aside}
      top={
        scene && (
          <FireScene
            members={sceneMembersOf(mission.members)}
            meId={meId}
            all={isEveryoneIn(mission.members)}
            className="max-h-96 w-full bg-dusk lg:max-h-none"
          />
        )
      }
    >
      <QuietMembers mission={mission} />
      <ul className="grid grid-cols-1 gap-3">
        {shown.map((member) => (
          <li key={member.user_id} className="flex min-h-11 items-center gap-3">
            <Face member={member} />
            <p className="min-w-0 grow leading-tight">
              <strong className="block truncate text-sm" title={member.name}>
                {member.user_id === meId ? 'You' : member.name}
              </strong>
              <span className="text-xs text-ink-2">{memberNote(member, mission, zone)}</span>
            </p>
            {member.user_id !== meId && isOut(member) && (
              <NudgeButton person={{ ...member, mission_id: mission.id, can_nudge: nudges && member.can_nudge }} />
            )}
          </li>
        ))}
      </ul>
      {button}
    </Section>
  );
}
