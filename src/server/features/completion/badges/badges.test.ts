import { describe, expect, it } from 'vitest';
import type { BadgeInput } from '#domain/badges.ts';
import { DAILY } from '#domain/schedule.ts';
import { translateFor } from '../../../language/translate-for.ts';
import { toBadges } from './view.ts';

/** A member who earned every badge except the silver and bronze stars. */
const everything: BadgeInput = {
  checkins_count: 30,
  counted_checkins: 30,
  joined_in_time: true,
  missed_days: 0,
  planned_days: 30,
  mission_planned_days: 30,
  has_smaller_goals: false,
  schedule: DAILY,
  points: 100,
  longest_streak: 4,
  level_goal: 2,
  streak_goal: 1,
  rank: 2,
  member_count: 5,
  with_content_count: 30,
  reactions_given: 9,
  most_reactions_given: 7,
  has_stayed: true,
  has_arrived: false,
  road_name: null,
};
const linesOf = (tag: string, member: Partial<BadgeInput> = {}) =>
  toBadges(translateFor(tag), { ...everything, ...member }).map(
    ({ icon, name, description }) => `${icon} ${name}: ${description}`,
  );

describe('badges', () => {
  it("have an icon, a name and a sentence with the mission's numbers", () => {
    expect(linesOf('en')).toEqual([
      '🏆 Perfect Mission: Checked in on every single day',
      '🔥 Consistent: Checked in on at least 80% of days',
      '⚡ Streak Goal: Reached the target streak of 1 day',
      '🎯 Level Goal: Reached the target level 2',
      '🥈 Silver Star: 2nd of 5',
      '📖 Storyteller: Half of the check-ins had words or a photo',
      '📣 Cheerleader: Gave the most reactions',
      '🌱 Comeback: Came back and stayed',
      '🏁 Finisher: Saw it through',
    ]);
  });

  it('mention the plan in a mission that does not require every day', () => {
    const lines = linesOf('en', { schedule: { kind: 'weekly', times: 3 }, rank: 1, streak_goal: 4 });
    expect(lines.slice(0, 5)).toEqual([
      '🏆 Perfect Mission: Checked in on every day of the plan',
      '🔥 Consistent: Checked in on at least 80% of the plan',
      '⚡ Streak Goal: Reached the target streak of 4 days',
      '🎯 Level Goal: Reached the target level 2',
      '🥇 Mission Star: 1st of 5',
    ]);
    expect(linesOf('en', { rank: 3 })[4]).toBe('🥉 Bronze Star: 3rd of 5');
  });

  it('have the same icons in every language, and translated texts', () => {
    const english = linesOf('en');
    for (const tag of ['ms', 'zh-Hans', 'ar']) {
      const lines = linesOf(tag);
      expect(lines.map((line) => line.split(' ')[0])).toEqual(english.map((line) => line.split(' ')[0]));
      expect(lines.filter((line) => english.includes(line))).toEqual([]);
    }
    expect(linesOf('ar')[2]).toBe('⚡ هدف السلسلة: بلوغ هدف السلسلة: يوم واحد');
    expect(linesOf('zh-Hans')[4]).toBe('🥈 银星: 5 人中排第 2 名');
  });
});
