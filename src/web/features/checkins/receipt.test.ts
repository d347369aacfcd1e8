import { describe, expect, it } from 'vitest';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { Life } from '#domain/life.ts';
import { toWire } from '#domain/life-wire.ts';
import { buildLife, buildMembership } from '#web/testing/build-life.ts';
import { addToDashboard, addToMission } from './receipt.ts';

const TODAY = '2026-11-21';
const CHECKED_AT = '2026-11-21T01:00:00.000Z';

const lifeWith = (...days: string[]) => buildLife([buildMembership({ first: '2026-11-18', days })]);
const dashboardOf = (life: Life | null) =>
  ({
    missions: [{ id: 'm', points: 20 }],
    stats: { points: 20, level: 1, streak_days: 1 },
    life: life && toWire(life),
  }) as unknown as Dashboard;
const mission = {
  ...{ id: 'm', today: TODAY, checked_in_today: false },
  members: [
    { user_id: 'me', points: 20, checked_in_at: null },
    { user_id: 'other', points: 10, checked_in_at: CHECKED_AT },
  ],
} as unknown as Mission;

describe('receipt', () => {
  const receiptFor = (local_day: string) =>
    ({
      checkin: { user_id: 'me', mission_id: 'm', local_day, points_earned: 15, created_at: CHECKED_AT },
      ...{ points: 35, level: 2 },
    }) as CheckinReceipt;

  it.each([TODAY, '2026-11-20'])('adds the day %s and its points to the dashboard once', (day) => {
    const added = addToDashboard(dashboardOf(lifeWith('2026-11-19')), receiptFor(day));
    expect(added).toMatchObject({ stats: { points: 35, level: 2 }, missions: [{ points: 35 }] });
    expect(added.life).toEqual(toWire(lifeWith('2026-11-19', day)));
    expect(addToDashboard(added, receiptFor(day))).toBe(added);
  });

  it("changes nothing if the dashboard does not know the mission's days", () => {
    for (const answer of [dashboardOf(null), dashboardOf(buildLife([]))])
      expect(addToDashboard(answer, receiptFor(TODAY))).toBe(answer);
  });

  it("adds the author's points to the mission page, and the time if it is today", () => {
    const [me, other] = mission.members;
    expect(addToMission(mission, receiptFor(TODAY))).toMatchObject({
      checked_in_today: true,
      members: [{ ...me, points: 35, checked_in_at: CHECKED_AT }, other],
    });
    expect(addToMission(mission, receiptFor('2026-11-20'))).toMatchObject({
      checked_in_today: false,
      members: [{ ...me, points: 35, checked_in_at: null }, other],
    });
  });
});
