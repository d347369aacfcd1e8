import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import * as keys from '#web/data/query-keys.ts';
import { rollOverDay } from './roll-over-day.ts';

const days = {
  ...{ first_day: '2026-11-20', last_day: '2026-11-22', end_date: '2026-11-22T16:00:00.000Z', state: 'active' },
  ...{ timezone: 'Asia/Kuala_Lumpur', days_remaining: 2 },
};
const daily = { schedule: { kind: 'daily' }, duration_days: 3, week: null };
const mission = {
  ...{ ...days, ...daily, id: 'm', today: '2026-11-21', checked_in_today: true, can: { check_in: false } },
  members: [{ user_id: 'me', checked_in_today: true, checked_in_at: '2026-11-21T01:00:00.000Z' }],
} as unknown as Mission;
const dashboard = { today: '2026-11-21', missions: [mission], checked_in_missions: ['m'] } as unknown as Dashboard;
const FETCHED_AT = Date.parse('2026-11-21T15:00:00.000Z');

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(keys.me, { id: 'me', timezone: 'Asia/Kuala_Lumpur' });
  client.setQueryData(keys.mission('m'), mission, { updatedAt: FETCHED_AT });
  client.setQueryData(keys.dashboard, dashboard, { updatedAt: FETCHED_AT });
});

it('A new day begins in every cached mission and on the dashboard, and their answers keep their age.', () => {
  expect(rollOverDay(client, new Date('2026-11-21T16:00:00.000Z'))).toBe(true);
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ today: '2026-11-22', checked_in_today: false });
  expect(client.getQueryData(keys.dashboard)).toMatchObject({ today: '2026-11-22', checked_in_missions: [] });
  for (const key of [keys.mission('m'), keys.dashboard])
    expect(client.getQueryState(key)?.dataUpdatedAt).toBe(FETCHED_AT);
});

it('Nothing is written on the same day, so that stale answers stay stale.', () => {
  void client.invalidateQueries({ queryKey: keys.dashboard, refetchType: 'none' });
  expect(rollOverDay(client, new Date('2026-11-21T15:59:59.999Z'))).toBe(false);
  expect(client.getQueryData(keys.mission('m'))).toBe(mission);
  expect(client.getQueryState(keys.dashboard)).toMatchObject({ data: dashboard, isInvalidated: true });
});

it('Nothing changes while nobody is signed in.', () => {
  client.removeQueries({ queryKey: keys.me });
  rollOverDay(client, new Date('2026-11-25T16:00:00.000Z'));
  expect(client.getQueryData(keys.mission('m'))).toBe(mission);
});

it('At noon yesterday is over in every cached mission and on the dashboard, and the pages ask again.', () => {
  const morning = {
    ...mission,
    ...{ today: '2026-11-22', checked_in_today: false, needed_yesterday: true, days_remaining: 1 },
    can: { check_in: true, check_in_yesterday: true },
  } as Mission;
  client.setQueryData(keys.mission('m'), morning, { updatedAt: FETCHED_AT });
  client.setQueryData(keys.dashboard, {
    ...dashboard,
    today: '2026-11-22',
    missions: [morning],
  } as unknown as Dashboard);
  const noon = new Date('2026-11-22T04:00:00.000Z');
  expect(rollOverDay(client, new Date(noon.getTime() - 1))).toBe(false);
  expect(client.getQueryData(keys.mission('m'))).toEqual(morning);
  expect(rollOverDay(client, noon)).toBe(true);
  const over = { can: { check_in: true, check_in_yesterday: false }, needed_yesterday: false };
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ ...over, today: '2026-11-22' });
  expect(client.getQueryData(keys.dashboard)).toMatchObject({ missions: [over] });
  expect(client.getQueryState(keys.mission('m'))?.dataUpdatedAt).toBe(FETCHED_AT);
  expect(rollOverDay(client, noon)).toBe(false);
});

it("A mission ends at midnight in its owner's zone, though the viewer's own day goes on.", () => {
  // The viewer has moved to Tokyo, whose midnight came an hour before.
  client.setQueryData(keys.me, { id: 'me', timezone: 'Asia/Tokyo' });
  const end = new Date(days.end_date);
  expect(rollOverDay(client, new Date(end.getTime() - 1))).toBe(true);
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ today: '2026-11-23', state: 'active' });
  expect(rollOverDay(client, end)).toBe(true);
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ today: '2026-11-23', state: 'ended' });
  expect(client.getQueryData(keys.dashboard)).toMatchObject({ missions: [{ state: 'ended' }] });
  expect(rollOverDay(client, end)).toBe(false);
});

it('begins a day as checked in when a later check-in was for it, as after a move to the west', () => {
  const ahead = { ...mission, checked_in_today: false, last_checkin_day: '2026-11-22', can: { check_in: false } };
  client.setQueryData(keys.mission('m'), ahead as unknown as Mission);
  client.setQueryData(keys.dashboard, { ...dashboard, missions: [ahead], checked_in_missions: [] } as never);
  rollOverDay(client, new Date('2026-11-21T16:00:00.000Z'));
  const done = { can: { check_in: false }, due_today: false, needed_today: false };
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ ...done, checked_in_today: true });
  expect(client.getQueryData(keys.dashboard)).toMatchObject({ missions: [done], checked_in_missions: ['m'] });
});

it('counts the days left down at midnight in the zone of the mission, whatever zone the viewer is in', () => {
  client.setQueryData(keys.me, { id: 'me', timezone: 'Europe/London' });
  const midnight = new Date('2026-11-21T16:00:00.000Z');
  expect(rollOverDay(client, new Date(midnight.getTime() - 1))).toBe(false);
  expect(rollOverDay(client, midnight)).toBe(true);
  expect(client.getQueryData(keys.mission('m'))).toMatchObject({ today: '2026-11-21', days_remaining: 1 });
  expect(client.getQueryData(keys.dashboard)).toMatchObject({ missions: [{ days_remaining: 1 }] });
});
