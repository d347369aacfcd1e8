import { Link } from '@tanstack/react-router';
import type { User } from '#contract/auth.ts';
import type { Completion } from '#contract/completion.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, dayOf, type LocalDay } from '#domain/days.ts';
import { nextRoundStart } from '#domain/schedule.ts';
import { button } from '#platform/web/kit/button.tsx';
import { longDay, plainDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT, within } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { NextRoundLink } from './next-round-link.tsx';

function HandedThread({ mission, round }: { mission: Completion['mission']; round: number }) {
  return (
    <div aria-hidden className="relative h-19 w-30 shrink-0">
      <Patch seed={mission.id} patch={mission.patch} done={1} total={1} size={70} label="" />
      <svg
        viewBox="0 0 120 76"
        aria-hidden="true"
        className="absolute inset-0 h-19 w-30"
        fill="none"
        strokeLinecap="round"
      >
        <path d="M68 26q8-12 18-3" stroke="var(--flame-hi)" strokeWidth="3.5" strokeDasharray="5 5" />
        <circle cx="96" cy="46" r="17" fill="var(--star-soft)" />
        <circle cx="96" cy="46" r="21" stroke="var(--line-strong)" strokeWidth="3" strokeDasharray="5 4.42" />
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

const FACES_SHOWN = 4;

function Way({ completion, mission: team, me }: NextRoundProps) {
  const t = useT();
  const { mission, member_count, next_round } = completion;
  const others = team?.members.filter(({ user_id }) => user_id !== me.id) ?? [];
  const narrow = 'max-sm:px-2';
  const look = button({ className: narrow });
  const round = mission.round + 1;
  if (next_round?.is_member)
    return (
      <Link to="/mission/$missionId" params={{ missionId: next_round.mission_id }} className={look}>
        {t('app.completion.round.open', { round })}
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
        {t('app.completion.round.join', { round })}
      </Link>
    );
  return (
    <>
      <NextRoundLink mission={{ ...mission, member_count }} className={narrow} />
      {member_count > 1 && (
        <p className="flex items-center justify-center gap-2.5 text-sm text-ink-2">
          <span className="flex -space-x-2 empty:hidden rtl:space-x-reverse">
            {others.slice(0, FACES_SHOWN).map(({ user_id, name, avatar_url, look }) => (
              <Avatar key={user_id} name={name} look={look} url={avatar_url} size={28} decorative />
            ))}
          </span>
          {t('app.completion.round.ask')}
        </p>
      )}
    </>
  );
}

export function startText(t: ScreenTranslate, start: LocalDay, today: LocalDay): string {
  if (start === today) return t('app.completion.round.today');
  return start === addDays(today, 1)
    ? t('app.completion.round.tomorrow', { day: plainDay(start) })
    : t('app.completion.round.on', { day: longDay(start) });
}

interface NextRoundProps {
  completion: Completion;
  mission: Pick<Mission, 'schedule' | 'first_day' | 'members'> | undefined;
  me: Pick<User, 'id' | 'timezone'>;
}

function stateText(t: ScreenTranslate, { completion: { next_round }, mission, me }: NextRoundProps): string {
  if (next_round) return t(next_round.is_member ? 'app.completion.round.in' : 'app.completion.round.waiting');
  const today = dayOf(new Date(), me.timezone);
  return mission ? startText(t, nextRoundStart(mission, today), today) : '';
}

export function NextRound(props: NextRoundProps) {
  const t = useT();
  const { mission, can_start_next, next_round } = props.completion;
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
            {t('app.completion.round.heading')}
          </h2>
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
            {t.rich('app.completion.round.state', {
              mission: mission.title,
              round: mission.round + 1,
              how: stateText(t, props),
              state: within('span', { className: 'block max-sm:min-h-10 sm:min-h-5' }),
            })}
          </p>
        </div>
      </div>
      <div className="mt-4 grid gap-2.5 sm:mt-0 sm:min-w-72">
        <Way {...props} />
      </div>
    </section>
  );
}
