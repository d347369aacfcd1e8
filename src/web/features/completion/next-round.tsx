import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import type { Completion } from '#contract/completion.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { button } from '#web/ui/button.tsx';
import { Patch } from '#web/ui/drawings/patch.tsx';

/** The finished patch hands its thread to that of the next round, which is still to be cut. */
function HandedThread({ mission: { id }, round }: { mission: { id: string }; round: number }) {
  return (
    <div aria-hidden className="relative h-19 w-30 shrink-0">
      <Patch seed={id} done={1} total={1} size={70} label="" />
      <svg viewBox="0 0 120 76" aria-hidden="true" className="absolute inset-0 h-19 w-30">
        <path
          d="M68 26q8-12 18-3"
          fill="none"
          stroke="var(--flame-hi)"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeDasharray="5 5"
        />
        <circle cx="96" cy="46" r="17" fill="var(--star-soft)" />
        <circle
          cx="96"
          cy="46"
          r="21"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="3"
          strokeDasharray="5 4.42"
          strokeLinecap="round"
        />
        <text
          x="96"
          y="53"
          textAnchor="middle"
          fontSize="19"
          className="font-display font-extrabold"
          fill="var(--star-ink)"
        >
          {round}
        </text>
      </svg>
    </div>
  );
}

export interface Face {
  user_id: string;
  name: string;
  avatar_url: string | null;
}

const FACES_SHOWN = 4;

function startLabel(others: number): string {
  if (others === 0) return 'Start the next round';
  return others === 1 ? 'Next round with the same friend' : `Next round with the same ${others}`;
}

/** The way to the next round: starting it, or where it has begun, opening it or joining it. */
function Way({ completion, others }: { completion: Completion; others: readonly Face[] }) {
  const { mission, member_count, next_round } = completion;
  const look = button({ className: 'max-sm:px-2' });
  const round = mission.round + 1;
  if (next_round?.is_member)
    return (
      <Link to="/mission/$missionId" params={{ missionId: next_round.mission_id }} className={look}>
        Open round {round}
      </Link>
    );
  if (next_round?.invitation_id)
    return (
      <Link
        to="/accept-invitation/$invitationId"
        params={{ invitationId: next_round.invitation_id }}
        className={look}
        preload={false}
      >
        Join round {round}
      </Link>
    );
  return (
    <>
      <Link to="/create-mission" search={{ previous: mission.id }} className={look}>
        <Repeat2 className="size-5 shrink-0" aria-hidden />
        {startLabel(member_count - 1)}
      </Link>
      {member_count > 1 && (
        <p className="flex items-center justify-center gap-2.5 text-sm text-ink-2">
          <span className="flex -space-x-2 empty:hidden rtl:space-x-reverse">
            {others.slice(0, FACES_SHOWN).map(({ user_id, name, avatar_url }) => (
              <Avatar key={user_id} name={name} url={avatar_url} size={28} decorative />
            ))}
          </span>
          We'll ask each of them.
        </p>
      )}
    </>
  );
}

function sentenceOf({ mission, next_round }: Completion): string {
  const round = `${mission.title}, round ${mission.round + 1}.`;
  if (next_round === null) return `${round} It starts on Monday.`;
  return next_round.is_member ? `${round} You're in.` : `${round} Your place is waiting.`;
}

/**
 * What comes after a completed mission: its next round, for whoever may start it, and once it has begun for its members
 * and those whom it asks. `others` are the faces of the other members, as far as they are loaded.
 */
export function NextRound({ completion, others }: { completion: Completion; others: readonly Face[] }) {
  const { mission, can_start_next, next_round } = completion;
  const isOpen = next_round === null ? can_start_next : next_round.is_member || next_round.invitation_id !== null;
  if (!isOpen) return null;
  return (
    <section
      aria-labelledby="next-round"
      className="mt-4 rounded-lg bg-card p-5 shadow-card sm:mt-6 sm:flex sm:items-center sm:gap-6 sm:p-7"
    >
      <div className="flex min-w-0 items-center gap-4 sm:grow">
        <HandedThread mission={mission} round={mission.round + 1} />
        <div className="min-w-0">
          <h2 id="next-round" className="text-lg font-extrabold">
            Keep the fire going
          </h2>
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{sentenceOf(completion)}</p>
        </div>
      </div>
      <div className="mt-4 grid gap-2.5 sm:mt-0 sm:min-w-72">
        <Way completion={completion} others={others} />
      </div>
    </section>
  );
}
