import { describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { buildItem } from '#web/testing/outbox-items.ts';
import { dashboardWithPending, pendingToday, withPendingCheckin, withPendingYesterday } from './pending.ts';

const item = (fields: Partial<OutboxItem<'checkin'>> = {}): OutboxItem =>
  buildItem('checkin', { mission_id: 'm', local_day: '2026-11-21', ...fields });
const mission = {
  id: 'm',
  today: '2026-11-21',
  checked_in_today: false,
  counted_checkins: 4,
  planned_days: 30,
  week: null,
  can: { check_in: true },
  members: [
    { user_id: 'me', checked_in_today: false, checked_in_at: null, checkins_count: 4, streak_days: 2 },
    { user_id: 'other', checked_in_today: false, checked_in_at: null, checkins_count: 4, streak_days: 2 },
  ],
} as unknown as Mission;

describe('pending check-ins', () => {
  it('A check-in is pending today if it is for today, for this mission and not refused.', () => {
    expect(pendingToday(mission, [item()])).toEqual(item());
    for (const other of [
      item({ local_day: '2026-11-20' }),
      item({ mission_id: 'n' }),
      item({ state: 'refused' }),
      buildItem('comment', { mission_id: 'm', local_day: '2026-11-21' }),
    ])
      expect(pendingToday(mission, [other])).toBeNull();
    expect(pendingToday({ ...mission, checked_in_today: true }, [item()])).toBeNull();
  });

  it('A pending check-in closes the form, marks only its own author as checked in and counts in their streak.', () => {
    expect(withPendingCheckin(mission, 'me', null)).toBe(mission);
    const done = withPendingCheckin(mission, 'me', item({ performed_at: '2026-11-21T15:40:00.000Z' }));
    expect([done.checked_in_today, done.can.check_in]).toEqual([true, false]);
    expect(done.members.map((member) => member.checked_in_at)).toEqual(['2026-11-21T15:40:00.000Z', null]);
    expect(done.members.map((member) => member.streak_days)).toEqual([3, 2]);
  });

  it('A pending check-in counts once on the dashboard.', () => {
    const dashboard = {
      today: '2026-11-21',
      missions: [mission],
      checked_in_missions: [],
      stats: { streak_days: 2 },
    } as unknown as Dashboard;
    expect(dashboardWithPending(dashboard, [])).toBe(dashboard);
    const done = dashboardWithPending(dashboard, [item(), item({ client_id: 'd' })]);
    expect([done.checked_in_missions, done.missions[0]?.can.check_in]).toEqual([['m'], false]);
    expect(done.stats.streak_days).toBe(3);
    expect(dashboardWithPending(done, [item()])).toBe(done);
  });

  it('While a check-in for the day before is pending, the day is not offered again.', () => {
    const forgotten = { ...mission, can: { ...mission.can, check_in_yesterday: true } } as Mission;
    const pending = item({ local_day: '2026-11-20' });
    expect(withPendingYesterday(forgotten, forgotten.today, [item()])).toBe(forgotten);
    expect(withPendingYesterday(forgotten, forgotten.today, [pending]).can).toEqual({
      ...mission.can,
      check_in_yesterday: false,
    });
    const home = { today: '2026-11-21', missions: [forgotten], checked_in_missions: [] } as unknown as Dashboard;
    const shown = dashboardWithPending(home, [pending]);
    expect([shown.checked_in_missions, shown.missions[0]?.can]).toEqual([
      [],
      { ...mission.can, check_in_yesterday: false },
    ]);
  });
});
