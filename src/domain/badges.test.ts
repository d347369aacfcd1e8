import { describe, expect, it } from 'vitest';
import { type BadgeInput, badgesFor } from './badges.ts';
import { DAILY } from './schedule.ts';

/** A member who takes part and earns no badge but Finisher. */
const plain: BadgeInput = {
  checkins_count: 10,
  counted_checkins: 10,
  planned_days: 30,
  mission_planned_days: 30,
  schedule: DAILY,
  points: 100,
  longest_streak: 4,
  level_goal: null,
  streak_goal: null,
  rank: 4,
  member_count: 5,
  posts_count: 0,
  reactions_given: 0,
  most_reactions_given: 7,
};
/** Without a number of its own, every check-in is one that the schedule asked for. */
const badgesWith = (fields: Partial<BadgeInput>) => {
  const counted_checkins = fields.checkins_count ?? plain.checkins_count;
  const mission_planned_days = fields.planned_days ?? plain.planned_days;
  return badgesFor({ ...plain, counted_checkins, mission_planned_days, ...fields });
};
const namesOf = (fields: Partial<BadgeInput>) => badgesWith(fields).map((badge) => badge.name);

describe('badges', () => {
  it.each<[string, Partial<BadgeInput>, Partial<BadgeInput>]>([
    ['Perfect Mission', { checkins_count: 30 }, { checkins_count: 29 }],
    [
      'Perfect Mission',
      { checkins_count: 14, mission_planned_days: 12 },
      { checkins_count: 14, counted_checkins: 11, mission_planned_days: 12 },
    ],
    ['Perfect Mission', { checkins_count: 30 }, { checkins_count: 28, planned_days: 28, mission_planned_days: 30 }],
    ['Consistent', { checkins_count: 24 }, { checkins_count: 23 }],
    [
      'Consistent',
      { checkins_count: 12, planned_days: 12 },
      { checkins_count: 12, counted_checkins: 9, planned_days: 12 },
    ],
    ['Consistent', { checkins_count: 1, planned_days: 1 }, { checkins_count: 0, planned_days: 0 }],
    ['Consistent', { checkins_count: 8, planned_days: 10 }, { checkins_count: 291, planned_days: 364 }],
    ['Streak Goal', { streak_goal: 4 }, { streak_goal: 5 }],
    ['Streak Goal', { streak_goal: 1 }, { streak_goal: null }],
    ['Level Goal', { level_goal: 2 }, { level_goal: 3 }],
    ['Level Goal', { level_goal: 1, points: 10 }, { level_goal: 1, points: 0, checkins_count: 0 }],
    ['Mission Star', { rank: 1 }, { rank: 1, member_count: 1 }],
    ['Mission Star', { rank: 1, member_count: 2 }, { rank: 1, checkins_count: 0 }],
    ['Silver Star', { rank: 2, member_count: 2 }, { rank: 1 }],
    ['Bronze Star', { rank: 3 }, { rank: 4 }],
    ['Storyteller', { posts_count: 5 }, { posts_count: 4 }],
    ['Storyteller', { posts_count: 1, checkins_count: 1 }, { posts_count: 0, checkins_count: 0 }],
    ['Cheerleader', { reactions_given: 7 }, { reactions_given: 6 }],
    ['Cheerleader', { reactions_given: 1, most_reactions_given: 1 }, { reactions_given: 0, most_reactions_given: 0 }],
    ['Finisher', { checkins_count: 1 }, { checkins_count: 0 }],
  ])('%s is earned with %j and not with %j.', (name, earned, missed) => {
    expect(namesOf(earned)).toContain(name);
    expect(namesOf(missed)).not.toContain(name);
  });

  it('Badges are earned independently of each other, so a perfect mission is also a consistent one.', () => {
    const everything = {
      checkins_count: 30,
      streak_goal: 4,
      level_goal: 2,
      rank: 1,
      posts_count: 30,
      reactions_given: 9,
    };
    expect(namesOf(everything)).toEqual([
      'Perfect Mission',
      'Consistent',
      'Streak Goal',
      'Level Goal',
      'Mission Star',
      'Storyteller',
      'Cheerleader',
      'Finisher',
    ]);
    expect(namesOf({})).toEqual(['Finisher']);
    expect(namesOf({ checkins_count: 0 })).toEqual([]);
  });

  it('A badge has an icon, a name and a sentence with the numbers of the mission.', () => {
    const badges = badgesFor({ ...plain, streak_goal: 1, level_goal: 2, rank: 2 });
    expect(badges).toEqual([
      { icon: '⚡', name: 'Streak Goal', description: 'Reached the target streak of 1 day' },
      { icon: '🎯', name: 'Level Goal', description: 'Reached the target level 2' },
      { icon: '🥈', name: 'Silver Star', description: 'Second among 5 by the fire' },
      { icon: '🏁', name: 'Finisher', description: 'Took part to the end' },
    ]);
  });
});
