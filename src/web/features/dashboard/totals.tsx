import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { memo } from 'react';
import type { Dashboard, OpenReward } from '#contract/dashboard.ts';
import { isNewcomer } from '#web/data/missions/today.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Star } from '#web/drawings/star.tsx';
import { button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';
import { cx } from '#web/lib/cx.ts';
import { count } from '#web/lib/format.ts';
import { DayQuilt, DayQuiltLegend } from './day-quilt.tsx';
import { quiltCounts, quiltSentence, waitingNames } from './totals-text.ts';

/** Rewards that were earned and are still open; each stays until somebody marks it as done. */
function OpenRewards({ rewards, meId }: { rewards: readonly OpenReward[]; meId: string }) {
  return (
    <Section
      id="open-rewards"
      title={
        <>
          <Gift className="size-6 text-rose" aria-hidden />
          Rewards to hand over
        </>
      }
    >
      <ul className="grid gap-1">
        {rewards.map((reward) => (
          <li key={reward.mission_id}>
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: reward.mission_id }}
              hash="prize"
              className="-mx-2 block rounded-md p-2 hover:bg-sunk"
            >
              <strong className="line-clamp-2 text-sm wrap-anywhere">{reward.description}</strong>
              <span className="mt-0.5 block text-sm text-ink-2 wrap-anywhere">
                {waitingNames(reward, meId)} earned this
              </span>
              <span className="block text-xs text-ink-2 wrap-anywhere">{reward.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Whether there is anything to total: a newcomer has no quilt yet. */
export const hasTotals = (dashboard: Dashboard): boolean =>
  !isNewcomer(dashboard) || dashboard.mission_stars !== null || dashboard.open_rewards.length > 0;

/** The user's totals: beside the missions on wide screens, below them in columns on tablets, in a list on phones. */
export const Totals = memo(function Totals({ dashboard, meId }: { dashboard: Dashboard; meId: string }) {
  const { mission_stars, open_rewards } = dashboard;
  if (!hasTotals(dashboard)) return null;
  return (
    <aside className="grid grid-cols-1 content-start gap-6 max-sm:gap-4 sm:max-lg:grid-cols-2" aria-label="So far">
      {open_rewards.length > 0 && <OpenRewards rewards={open_rewards} meId={meId} />}
      {!isNewcomer(dashboard) && <YourQuilt dashboard={dashboard} />}
      {mission_stars && <MissionStars stars={mission_stars} meId={meId} />}
    </aside>
  );
});

function YourQuilt({ dashboard }: { dashboard: Dashboard }) {
  const sentence = quiltSentence(dashboard);
  return (
    <Section
      id="quilt"
      title="Your quilt"
      lead={sentence}
      aside={
        <Link to="/insights" className={button({ kind: 'bare' })}>
          Insights
        </Link>
      }
    >
      <DayQuilt counts={quiltCounts(dashboard)} summary={`Check-ins over the last 18 weeks. ${sentence}`} />
      <div className="mt-3">
        <DayQuiltLegend />
      </div>
    </Section>
  );
}

type Stars = NonNullable<Dashboard['mission_stars']>;

function MissionStars({ stars, meId }: { stars: Stars; meId: string }) {
  return (
    <Section
      id="stars"
      title={
        <>
          <Star className="size-8" />
          Mission Stars
        </>
      }
      lead={
        <Link
          to="/mission/$missionId"
          params={{ missionId: stars.mission_id }}
          className="py-3.5 underline-offset-4 wrap-anywhere hover:underline"
        >
          {stars.title}
        </Link>
      }
    >
      <ol className="grid grid-cols-1 gap-3">
        {stars.members.map((member) => (
          <StarRow key={member.user_id} member={member} mine={member.user_id === meId} />
        ))}
      </ol>
    </Section>
  );
}

function StarRow({ member, mine }: { member: Stars['members'][number]; mine: boolean }) {
  const name = mine ? 'You' : member.name;
  return (
    <li className={cx('flex items-center gap-3', mine && '-mx-2 rounded-sm bg-star-soft px-2 py-1.5')}>
      <span className="min-w-4 font-display font-extrabold tabular">{member.rank}</span>
      <Avatar name={member.name} look={member.look} url={member.avatar_url} size={32} decorative />
      <span className="min-w-0 grow truncate font-semibold" title={name}>
        {name}
      </span>
      <Sparkline days={member.week} />
      <span className="min-w-8 text-end font-display font-bold tabular">
        {count(member.points)}
        <span className="sr-only">{member.points === 1 ? ' point' : ' points'}</span>
      </span>
    </li>
  );
}

/** The points of the last days as a dashed line, oldest first. Today is left out until it has some. */
function Sparkline({ days }: { days: readonly number[] }) {
  const isOpen = days.at(-1) === 0;
  const values = isOpen ? days.slice(0, -1) : days;
  const span = isOpen ? `${values.length} days before today` : `last ${values.length} days`;
  const top = Math.max(...values, 1);
  const steps = Math.max(values.length - 1, 1);
  const points = values.map((y, i) => `${(i / steps) * 96 + 2},${30 - (y / top) * 26}`).join(' ');
  return (
    <svg
      viewBox="0 0 100 32"
      role="img"
      aria-label={`Points on each of the ${span}: ${values.join(', ')}`}
      className="h-7 w-16 shrink-0"
    >
      <polyline
        points={points}
        fill="none"
        stroke="var(--flame-hi)"
        strokeWidth="3.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        strokeDasharray="7 5.5"
      />
    </svg>
  );
}
