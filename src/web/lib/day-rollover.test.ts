import { describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dashboardToday, missionToday } from './day-rollover.ts';

const can = { edit: false, delete: false, complete: false, invite: true, check_in: false, leave: true };
const mission = {
  id: 'm',
  first_day: '2026-11-20',
  last_day: '2026-11-22',
  end_date: '2026-11-22T16:00:00.000Z',
  state: 'active',
  today: '2026-11-21',
  checked_in_today: true,
  days_remaining: 2,
  can,
  members: [
    { user_id: 'me', checked_in_today: true, checked_in_at: '2026-11-21T01:00:00.000Z' },
    { user_id: 'other', checked_in_today: true, checked_in_at: '2026-11-21T02:00:00.000Z' },
  ],
} as unknown as Mission;
const ZONE = 'Asia/Kuala_Lumpur';

describe('the mission page of yesterday', () => {
  it('A mission stays as it is on the same day.', () => {
    expect(missionToday(mission, 'me', ZONE, new Date('2026-11-21T15:59:59.999Z'))).toBe(mission);
  });

  it('On the next day a check-in is open for oneself, and other members stay as they were.', () => {
    const nextDay = missionToday(mission, 'me', ZONE, new Date('2026-11-21T16:00:00.000Z'));
    expect(nextDay).toMatchObject({ today: '2026-11-22', checked_in_today: false, days_remaining: 1, state: 'active' });
    expect(nextDay.can.check_in).toBe(true);
    expect(nextDay.members.map((member) => member.checked_in_today)).toEqual([false, true]);
  });

  it('No check-in is open after the last day or after the completion.', () => {
    const after = missionToday(mission, 'me', ZONE, new Date('2026-11-22T16:00:00.000Z'));
    expect([after.can.check_in, after.state, after.days_remaining]).toEqual([false, 'ended', 0]);
    const completed = missionToday(
      { ...mission, state: 'completed' },
      'me',
      ZONE,
      new Date('2026-11-21T16:00:00.000Z'),
    );
    expect([completed.can.check_in, completed.state]).toEqual([false, 'completed']);
  });
});

describe('the dashboard of yesterday', () => {
  const dashboard = { today: '2026-11-21', missions: [mission], checked_in_missions: ['m'] } as unknown as Dashboard;

  it('The dashboard begins a new day with nothing checked in.', () => {
    expect(dashboardToday(dashboard, ZONE, new Date('2026-11-21T12:00:00.000Z'))).toBe(dashboard);
    const nextDay = dashboardToday(dashboard, ZONE, new Date('2026-11-21T18:00:00.000Z'));
    expect(nextDay).toMatchObject({ today: '2026-11-22', checked_in_missions: [] });
    expect(nextDay.missions[0]?.can.check_in).toBe(true);
  });
});
