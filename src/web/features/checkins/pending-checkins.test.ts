import { describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { dashboardWithPending, pendingToday, withPendingCheckins } from './pending-checkins.ts';

const item = (fields: Partial<OutboxItem> = {}): OutboxItem => ({
  client_id: 'c',
  user_id: 'me',
  kind: 'checkin',
  mission_id: 'm',
  mission_title: 'Run',
  body: {},
  photo: null,
  performed_at: '2026-11-21T15:40:00.000Z',
  local_day: '2026-11-21',
  state: 'waiting',
  reason: null,
  tries: 0,
  not_before: 0,
  ...fields,
});
const mission = {
  id: 'm',
  today: '2026-11-21',
  checked_in_today: false,
  can: { check_in: true },
  members: [
    { user_id: 'me', checked_in_today: false, checked_in_at: null },
    { user_id: 'other', checked_in_today: false, checked_in_at: null },
  ],
} as unknown as Mission;

describe('pending check-ins', () => {
  it("Only a pending check-in of this mission and of today counts as today's.", () => {
    expect(pendingToday(mission, [item()])).toEqual(item());
    for (const other of [
      item({ local_day: '2026-11-20' }),
      item({ mission_id: 'n' }),
      item({ state: 'refused' }),
      item({ kind: 'comment' }),
    ])
      expect(pendingToday(mission, [other])).toBeNull();
    expect(pendingToday({ ...mission, checked_in_today: true }, [item()])).toBeNull();
  });

  it('A pending check-in closes the form and marks only oneself as checked in.', () => {
    expect(withPendingCheckins(mission, 'me', null)).toBe(mission);
    const done = withPendingCheckins(mission, 'me', item());
    expect([done.checked_in_today, done.can.check_in]).toEqual([true, false]);
    expect(done.members.map((member) => member.checked_in_at)).toEqual(['2026-11-21T15:40:00.000Z', null]);
  });

  it('A pending check-in counts on the dashboard, once.', () => {
    const home = { today: '2026-11-21', missions: [mission], checked_in_missions: [] } as unknown as Dashboard;
    expect(dashboardWithPending(home, [])).toBe(home);
    const done = dashboardWithPending(home, [item(), item({ client_id: 'd' })]);
    expect([done.checked_in_missions, done.missions[0]?.can.check_in]).toEqual([['m'], false]);
    expect(dashboardWithPending(done, [item()])).toBe(done);
  });
});
