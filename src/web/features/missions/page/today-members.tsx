import { Check, Hand } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Member, Mission } from '#contract/missions.ts';
import { useNudge } from '#web/features/missions/queries.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Section } from '#web/ui/section.tsx';
import { useFirstRows } from '#web/ui/use-first-rows.tsx';
import { isExpected, memberNote } from './member-note.ts';

/** Nudges a member, once a day; afterwards it says so. */
function NudgeButton({ missionId, member }: { missionId: string; member: Member }) {
  const { mutate, isPending, isSuccess } = useNudge(missionId);
  const done = useRef<HTMLSpanElement>(null);
  const nudged = member.nudged_today && !member.checked_in_today && !member.away_until;
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

function Face({ member }: { member: Member }) {
  const done = member.checked_in_today;
  return (
    <span className="relative shrink-0">
      <span className={cx('block rounded-full p-0.5', done ? 'ring-2 ring-pine' : '-m-0.5 text-ink stitch')}>
        <Avatar name={member.name} url={member.avatar_url} size={36} decorative className="block" />
      </span>
      {done && (
        <span className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-pine text-card ring-2 ring-card">
          <Check className="size-3" strokeWidth={4} aria-hidden />
        </span>
      )}
    </span>
  );
}

interface TodayMembersProps {
  mission: Mission;
  meId: string;
  /** The viewer's zone. */
  zone: string;
  /** Shown beside the title: what the owner can do. */
  aside: ReactNode;
}

/** Who has checked in today, each by their own day; times are on the viewer's clock (docs/rules.md#days). */
export function TodayMembers({ mission, meId, zone, aside }: TodayMembersProps) {
  const isIn = (member: Member) => member.checked_in_today;
  const members = [
    ...mission.members
      .filter(isIn)
      .sort((one, other) => (one.checked_in_at ?? '').localeCompare(other.checked_in_at ?? '')),
    ...mission.members.filter((member) => !isIn(member) && isExpected(member, mission)),
    ...mission.members.filter((member) => !isExpected(member, mission)),
  ];
  const expected = members.filter((member) => isExpected(member, mission)).length;
  const { shown, button } = useFirstRows(members, (member) => member.user_id === meId);
  return (
    <Section
      id="who"
      title="Who is in today"
      lead={expected === 0 ? 'Nothing is due today' : `${members.filter(isIn).length} of ${expected} checked in today`}
      aside={aside}
    >
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
            {member.user_id !== meId && isExpected(member, mission) && (
              <NudgeButton missionId={mission.id} member={member} />
            )}
          </li>
        ))}
      </ul>
      {button}
    </Section>
  );
}
