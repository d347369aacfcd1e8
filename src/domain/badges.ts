import { type Achievement, isConsistent, isPerfect, reachedLevel, reachedStreak } from './completion.ts';
import { isChosen, type Membership } from './life.ts';
import { CHECKED, MISSED, REST } from './outcomes.ts';
import type { Schedule } from './schedule.ts';
import type { MissionStanding } from './standing.ts';

export type BadgeKey =
  | 'perfect_mission'
  | 'consistent'
  | 'streak_goal'
  | 'level_goal'
  | 'mission_star'
  | 'silver_star'
  | 'bronze_star'
  | 'storyteller'
  | 'cheerleader'
  | 'comeback'
  | 'road'
  | 'finisher';

export type Badge = { key: BadgeKey; icon: string };

export type BadgeInput = Achievement & {
  schedule: Schedule;
  /** Position in the ranking, from 1, or null in a mission without a ranking. */
  rank: number | null;
  member_count: number;
  with_content_count: number;
  reactions_given: number;
  /** The largest number of reactions that one member of this mission gave. */
  most_reactions_given: number;
  has_stayed: boolean;
  /** Whether the members completed the mission's road, and this one has a part in it. */
  has_arrived: boolean;
  road_name: string | null;
};

const hasRank = (rank: number) => (member: BadgeInput) =>
  member.rank === rank && member.member_count >= 2 && member.checkins_count > 0;

type Rule = Badge & { isEarned: (member: BadgeInput) => boolean };

const RULES: readonly Rule[] = [
  { key: 'perfect_mission', icon: '🏆', isEarned: isPerfect },
  { key: 'consistent', icon: '🔥', isEarned: isConsistent },
  { key: 'streak_goal', icon: '⚡', isEarned: reachedStreak },
  { key: 'level_goal', icon: '🎯', isEarned: reachedLevel },
  { key: 'mission_star', icon: '🥇', isEarned: hasRank(1) },
  { key: 'silver_star', icon: '🥈', isEarned: hasRank(2) },
  { key: 'bronze_star', icon: '🥉', isEarned: hasRank(3) },
  {
    key: 'storyteller',
    icon: '📖',
    isEarned: ({ checkins_count, with_content_count }) =>
      checkins_count > 0 && 2 * with_content_count >= checkins_count,
  },
  {
    key: 'cheerleader',
    icon: '📣',
    isEarned: ({ reactions_given, most_reactions_given }) =>
      reactions_given > 0 && reactions_given >= most_reactions_given,
  },
  { key: 'comeback', icon: '🌱', isEarned: ({ has_stayed }) => has_stayed },
  { key: 'road', icon: '🛤️', isEarned: ({ has_arrived }) => has_arrived },
  { key: 'finisher', icon: '🏁', isEarned: ({ checkins_count }) => checkins_count > 0 },
];

/**
 * Returns the badges that a member earned in a completed mission, in a fixed order. The rules are independent of each
 * other (docs/rules.md#missions).
 */
export function badgesFor(member: BadgeInput): Badge[] {
  return RULES.filter((rule) => rule.isEarned(member)).map(({ key, icon }) => ({ key, icon }));
}

const DAYS_TO_STAY = 2;

/**
 * Returns true if a member also checked in on the next two scheduled days after a comeback. Skips days away and free
 * days.
 */
export function hasStayed(
  { weekdays }: Pick<Membership, 'weekdays'>,
  { comebacks, days: { from, states } }: Pick<MissionStanding, 'comebacks' | 'days'>,
): boolean {
  const asked = Array.from(states, (state, at) => ({ state, day: from + at })).filter(
    ({ state, day }) => state === MISSED || state === REST || (state === CHECKED && isChosen(weekdays, day)),
  );
  return comebacks.some((comeback) => {
    const after = asked.filter(({ day }) => day > comeback).slice(0, DAYS_TO_STAY);
    return after.length === DAYS_TO_STAY && after.every(({ state }) => state === CHECKED);
  });
}
