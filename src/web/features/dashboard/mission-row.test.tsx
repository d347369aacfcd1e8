import { describe, expect, it } from 'vitest';
import type { DashboardMission } from '#contract/dashboard.ts';
import type { CardKind } from '#web/data/missions/today.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { MissionListItem } from './mission-row.tsx';

const MISSION = {
  id: 'm',
  title: 'Read',
  patch: null,
  state: 'active',
  streak_days: 0,
  member_count: 1,
  days_remaining: 5,
  duration_days: 10,
  counted_checkins: 0,
  checkins_count: 0,
  planned_days: 10,
  week: null,
  can: {},
} as unknown as DashboardMission;

const NO_ACT = () => undefined;

function wordsOf(fields: Partial<DashboardMission>, kind: CardKind, paused = false): string {
  const mission = { ...MISSION, ...fields };
  const html = renderLinked(
    <MissionListItem mission={mission} kind={kind} owned={false} paused={paused} isNext={false} onComplete={NO_ACT} />,
  );
  return html.replaceAll(/<svg.*?<\/svg>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('mission row', () => {
  it('invites to start a streak, but not on a break', () => {
    expect(wordsOf({}, 'needed')).toContain('Start your streak today');
    const paused = wordsOf({}, 'free', true);
    expect(paused).toContain('On a break');
    expect(paused).not.toContain('Start your streak');
    expect(wordsOf({ streak_days: 3 }, 'free', true)).toContain('3-day streak');
  });

  it('shows a kept week, and a day off otherwise', () => {
    const week = { from_day: '2026-11-16', to_day: '2026-11-22', done: 3, target: 3 } as DashboardMission['week'];
    const complete = wordsOf({ week }, 'free');
    expect(complete).toContain('3 of 3 this week');
    expect(complete).not.toContain('Day off');
    expect(wordsOf({}, 'free')).toContain('Day off');
    expect(wordsOf({ week: { ...week!, done: 0, target: 0 } }, 'free')).toContain('Day off');
  });

  it("has the viewer's own habit as its title, and the mission's title below it", () => {
    const words = wordsOf({ title: 'Our October', own_habit: 'Ten pages' }, 'needed');
    expect(words).toMatch(/Ten pages .*Our October/);
    expect(wordsOf({ own_habit: null }, 'needed').match(/Read/g)).toHaveLength(1);
  });

  it.each(['free', 'done', 'ended'] as const)('has only the title of the mission when %s', (kind) => {
    const words = wordsOf({ title: 'Our October', own_habit: 'Ten pages' }, kind);
    expect(words).toContain('Our October');
    expect(words).not.toContain('Ten pages');
  });
});
