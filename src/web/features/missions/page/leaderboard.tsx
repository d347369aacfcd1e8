import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { squareClothOf } from '#domain/doll.ts';
import { rankOf } from '#domain/points.ts';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Skeletons } from '#platform/web/kit/skeleton.tsx';
import { FIRST_ROWS, useFirstRows } from '#platform/web/kit/use-first-rows.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Star } from '#web/drawings/star.tsx';
import { isOut } from '#web/features/members/public.ts';
import { Medal } from './medal.tsx';

interface StarRowProps {
  member: Member;
  rank: number;
  mine: boolean;
  /** False for a lone member without a check-in, who cannot win anything yet. */
  medal: boolean;
  /** The base of the shares: every day, or the planned days. */
  shareOf: 'days' | 'plan';
}

const SHARES = {
  days: { whole: 'app.missions.stars.share_of_days', title: 'app.missions.stars.title_of_days' },
  plan: { whole: 'app.missions.stars.share_of_plan', title: 'app.missions.stars.title_of_plan' },
} as const;

function StarRow({ member, rank, mine, medal, shareOf }: StarRowProps) {
  const t = useT();
  const share = { checkins: member.checkins_count, share: member.share_since_joining ?? 0 };
  const faint = cx('text-xs tabular', mine ? 'text-star-ink' : 'text-ink-2');
  return (
    <li
      className={cx('-mx-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md px-2 py-2', mine && 'bg-star-soft')}
    >
      {medal && (
        <span className="shrink-0">
          <Medal rank={rank} />
        </span>
      )}
      <Avatar name={member.name} look={member.look} url={member.avatar_url} size={36} decorative />
      <div className="min-w-24 grow basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-tight">
          <strong className="truncate text-sm" title={member.name}>
            {mine ? t('app.common.you') : member.name}
          </strong>
          {member.is_owner && <Pill tone="owner">{t('app.common.owner')}</Pill>}
          {member.is_cohost && <Pill tone="info">{t('app.common.cohost')}</Pill>}
        </p>
        <p className={faint}>
          <span aria-hidden title={t(SHARES[shareOf].title)}>
            {t('app.missions.stars.share', share)}
          </span>
          <span className="sr-only">{t(SHARES[shareOf].whole, share)}</span>
        </p>
      </div>
      <p className="ms-auto text-end leading-tight tabular">
        {t.rich('app.missions.stars.points', {
          points: member.points ?? 0,
          number: within('strong', { className: 'block font-display text-base font-extrabold' }),
          unit: within('span', { className: faint }),
        })}
      </p>
    </li>
  );
}

/** A limit, because 500 members make thousands of stitches a week. */
const SQUARES_MAX = 105;
const PER_ROW = 15;

interface BlanketProps {
  done: number;
  total: number;
  label: string;
  members: readonly Member[];
}

/** Draws a square per required check-in, sewn or open; in proportion above the limit. */
function Blanket({ done, total, label, members }: BlanketProps) {
  // Cloths rotate in order of joining, so that they reveal nobody's share.
  const cloths = members.map(({ look }) => squareClothOf(look));
  const squares = Math.min(total, SQUARES_MAX);
  // Rounds down, so that the last square fills only when everything is done.
  const filled = Math.floor((done * squares) / total);
  return (
    <svg
      viewBox={`0 0 320 ${Math.ceil(squares / PER_ROW) * 21}`}
      role="img"
      aria-label={label}
      className="mt-3 w-full max-w-96"
    >
      {Array.from({ length: squares }, (_, at) => {
        const place = `translate(${(at % PER_ROW) * 21.3 + 1} ${Math.floor(at / PER_ROW) * 21 + 1})`;
        const open = { fill: 'none', stroke: 'var(--line-strong)', strokeWidth: 1.6, strokeDasharray: '3.5 3' };
        const { field, thread, mark, width } = cloths[at % cloths.length]!;
        return (
          <g key={place} transform={place}>
            <rect width="18.5" height="18.5" rx="5" {...(at < filled ? { fill: field } : open)} />
            {at < filled && (
              <path
                d={mark}
                transform="translate(.75 .75)"
                fill="none"
                stroke={thread}
                strokeOpacity=".9"
                strokeWidth={width}
                strokeLinecap="round"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The team's total of the last 7 days. Members are in order of joining, so nobody is compared. */
function TogetherPanel({ mission, meId }: LeaderboardProps) {
  const t = useT();
  const { done, total } = mission.together ?? { done: 0, total: 0 };
  const { shown, button } = useFirstRows(mission.members, ({ user_id }) => user_id === meId);
  // While someone is still needed today, the total can grow.
  const isOpen = mission.members.some((member) => isOut(member));
  const strong = within('strong', { className: 'me-1 font-display text-2xl text-ink tabular' });
  return (
    <Section id="together" title={t('app.missions.together.title')}>
      {total === 0 ? (
        <p className="text-sm text-ink-2">{t('app.missions.together.note')}</p>
      ) : (
        <>
          <p className="-mt-3 text-sm text-ink-2">
            {isOpen
              ? t.rich('app.missions.together.so_far', { done, strong })
              : t.rich('app.missions.together.stitches', { done, total, strong })}
          </p>
          <Blanket
            done={done}
            total={total}
            label={
              isOpen
                ? t('app.missions.together.so_far_label', { done })
                : t('app.missions.together.label', { done, total })
            }
            members={mission.members}
          />
          <p className="mt-2 text-sm text-ink-2">{t('app.missions.together.note')}</p>
        </>
      )}
      <ul className="mt-3 flex flex-wrap gap-2 pt-3.5 seam">
        {shown.map(({ user_id, name, avatar_url, look }) => (
          <li
            key={user_id}
            className="inline-flex max-w-full min-w-0 items-center gap-2 rounded-full bg-sunk py-1 ps-1 pe-3 text-sm font-semibold"
          >
            <Avatar name={name} look={look} url={avatar_url} size={28} decorative />
            <span className="truncate" title={name}>
              {user_id === meId ? t('app.common.you') : name}
            </span>
          </li>
        ))}
      </ul>
      {button}
    </Section>
  );
}

interface LeaderboardProps {
  mission: Mission;
  meId: string;
}

export const Leaderboard = (props: LeaderboardProps) =>
  props.mission.board === 'together' ? <TogetherPanel {...props} /> : <Ranking {...props} />;

export function StarsSkeleton({ members }: { members: number }) {
  const t = useT();
  return (
    <Section id="stars" icon={<Star className="size-8" />} title={t('app.missions.stars.title')}>
      <div className="grid gap-1">
        <Skeletons count={Math.min(members, FIRST_ROWS)} className="h-15.5 rounded-md" />
      </div>
    </Section>
  );
}

/** The members by points. The share of days since joining is fair to members who joined late. */
function Ranking({ mission, meId }: LeaderboardProps) {
  const t = useT();
  const points = mission.members.map((member) => member.points ?? 0);
  const ranked = mission.members.map((member) => ({ member, rank: rankOf(member.points ?? 0, points) }));
  const { shown, button } = useFirstRows(ranked, ({ member }) => member.user_id === meId);
  return (
    <Section id="stars" icon={<Star className="size-8" />} title={t('app.missions.stars.title')}>
      <ol className="grid grid-cols-1 gap-1">
        {shown.map(({ member, rank }) => (
          <StarRow
            key={member.user_id}
            member={member}
            rank={rank}
            mine={member.user_id === meId}
            medal={ranked.length > 1 || member.checkins_count > 0}
            shareOf={mission.schedule.kind === 'daily' ? 'days' : 'plan'}
          />
        ))}
      </ol>
      {button}
    </Section>
  );
}
