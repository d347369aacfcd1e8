import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { lookOf } from '#domain/looks.ts';
import { getT } from '#platform/web/lib/language.ts';
import { checkedInNames, groupNotifications } from './group.ts';

const ZONE = 'Asia/Kuala_Lumpur';
let created = 0;

function buildNotification(fields: Partial<Notification>): Notification {
  created += 1;
  return {
    id: `n${created}`,
    is_read: false,
    type: 'checkin',
    checkin_id: `c${created}`,
    comment_id: null,
    mission_id: 'run',
    mission_title: 'Run 30',
    user_name: 'Ana',
    user_avatar_url: null,
    user_look: lookOf('ana'),
    checkin_type: 'tick',
    own_habit: null,
    is_own_checkin: false,
    reaction_type: null,
    reaction_emoji: null,
    content: '',
    checkin_content: '',
    points_earned: 10,
    created_at: '2026-11-21T04:00:00.000Z',
    ...fields,
  };
}

const rows = (...list: Notification[]) =>
  groupNotifications(list, ZONE).map((group) => [checkedInNames(getT(), group), group.latest.mission_id]);

test('combines check-ins of one mission and day into a row, newest first', () => {
  const list = ['Ana', 'Ben', 'Cem', 'Dag', 'Eve'].map((user_name) => buildNotification({ user_name }));
  const [group, ...more] = groupNotifications(list, ZONE);
  expect(more).toEqual([]);
  expect(checkedInNames(getT(), group!)).toBe('Ana and 4 others');
  expect(group!.ids).toEqual(list.map((item) => item.id));
});

test('uses the singular for a row of two people', () => {
  expect(rows(buildNotification({}), buildNotification({ user_name: 'Ben' }))).toEqual([['Ana and 1 other', 'run']]);
});

test('gives each mission its row, ordered by the newest check-in of each', () => {
  expect(
    rows(
      buildNotification({ mission_id: 'swim' }),
      buildNotification({}),
      buildNotification({ user_name: 'Ben', mission_id: 'swim' }),
    ),
  ).toEqual([
    ['Ana and 1 other', 'swim'],
    ['Ana', 'run'],
  ]);
});

test("groups check-ins by the user's own day", () => {
  // 16:00 in UTC is midnight in Kuala Lumpur.
  const late = buildNotification({ created_at: '2026-11-20T16:00:00.000Z' });
  const early = buildNotification({ user_name: 'Ben', created_at: '2026-11-20T15:59:59.000Z' });
  expect(rows(late, early)).toEqual([
    ['Ana', 'run'],
    ['Ben', 'run'],
  ]);
  expect(groupNotifications([late, early], 'UTC')).toHaveLength(1);
});

test('counts a member once, and two of one name with different pictures twice', () => {
  expect(rows(buildNotification({}), buildNotification({}))).toEqual([['Ana', 'run']]);
  expect(rows(buildNotification({}), buildNotification({ user_avatar_url: '/media/a/512.webp' }))).toEqual([
    ['Ana and 1 other', 'run'],
  ]);
});
