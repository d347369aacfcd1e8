import { type Achievement, isConsistent, reachedLevel, reachedStreak } from './completion.ts';
import type { Schedule } from './schedule.ts';

export type Badge = { icon: string; name: string; description: string };

/** What the badge rules need to know about a member at the end of a mission. */
export type BadgeInput = Achievement & {
  schedule: Schedule;
  /** The days that the mission asked for, those of breaks included. */
  mission_planned_days: number;
  /** Place on the leaderboard; 1 is the leader. */
  rank: number;
  member_count: number;
  /** Check-ins with a text or a photo. */
  posts_count: number;
  reactions_given: number;
  /** Reactions given by the member of this mission who gave the most. */
  most_reactions_given: number;
};

const hasRank = (rank: number) => (member: BadgeInput) =>
  member.rank === rank && member.member_count >= 2 && member.checkins_count > 0;

const days = (count: number | null) => (count === 1 ? '1 day' : `${count} days`);
const ordinal = ['', 'First', 'Second', 'Third'];
const place = ({ rank, member_count }: BadgeInput) => `${ordinal[rank]} among ${member_count} by the fire`;

type Rule = {
  icon: string;
  name: string;
  describe: (member: BadgeInput) => string;
  isEarned: (member: BadgeInput) => boolean;
};

const RULES: readonly Rule[] = [
  {
    icon: '🏆',
    name: 'Perfect Mission',
    describe: ({ schedule }) =>
      schedule.kind === 'daily' ? 'Checked in on every single day' : 'Checked in on every day of the plan',
    isEarned: (member) => member.counted_checkins >= member.mission_planned_days,
  },
  {
    icon: '🔥',
    name: 'Consistent',
    describe: ({ schedule }) =>
      schedule.kind === 'daily' ? 'Checked in on 80 % of the days and more' : 'Checked in on at least 80% of the plan',
    isEarned: isConsistent,
  },
  {
    icon: '⚡',
    name: 'Streak Goal',
    describe: ({ streak_goal }) => `Reached the target streak of ${days(streak_goal)}`,
    isEarned: reachedStreak,
  },
  {
    icon: '🎯',
    name: 'Level Goal',
    describe: ({ level_goal }) => `Reached the target level ${level_goal}`,
    isEarned: reachedLevel,
  },
  { icon: '🥇', name: 'Mission Star', describe: place, isEarned: hasRank(1) },
  { icon: '🥈', name: 'Silver Star', describe: place, isEarned: hasRank(2) },
  { icon: '🥉', name: 'Bronze Star', describe: place, isEarned: hasRank(3) },
  {
    icon: '📖',
    name: 'Storyteller',
    describe: () => 'Half of the check-ins told something',
    isEarned: ({ checkins_count, posts_count }) => checkins_count > 0 && 2 * posts_count >= checkins_count,
  },
  {
    icon: '📣',
    name: 'Cheerleader',
    describe: () => 'Gave the most reactions',
    isEarned: ({ reactions_given, most_reactions_given }) =>
      reactions_given > 0 && reactions_given >= most_reactions_given,
  },
  {
    icon: '🏁',
    name: 'Finisher',
    describe: () => 'Took part to the end',
    isEarned: ({ checkins_count }) => checkins_count > 0,
  },
];

/**
 * The badges that a member earned in a completed mission, in a fixed order. Each badge has its own independent rule, so
 * a member may earn several. See docs/rules.md#missions.
 */
export function badgesFor(member: BadgeInput): Badge[] {
  return RULES.filter((rule) => rule.isEarned(member)).map(({ icon, name, describe }) => ({
    icon,
    name,
    description: describe(member),
  }));
}
