import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { checkedInNames, groupNotifications } from './group.ts';

const ZONE = 'Asia/Kuala_Lumpur';
let made = 0;

function given(fields: Partial<Notification>): Notification {
  made += 1;
  return {
    id: `n${made}`,
    is_read: false,
    type: 'checkin',
    checkin_id: `c${made}`,
    comment_id: null,
    mission_id: 'run',
    mission_title: 'Run 30',
    user_name: 'Ana',
    user_avatar_url: null,
    checkin_type: 'tick',
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
  groupNotifications(list, ZONE).map((group) => [checkedInNames(group), group.latest.mission_id]);

test('check-ins of one mission and day are one row, the newest first in it', () => {
  const list = ['Ana', 'Ben', 'Cem', 'Dag', 'Eve'].map((user_name) => given({ user_name }));
  const [group, ...more] = groupNotifications(list, ZONE);
  expect(more).toEqual([]);
  expect(checkedInNames(group!)).toBe('Ana and 4 others');
  expect(group!.ids).toEqual(list.map((item) => item.id));
});

test('one other is an other', () => {
  expect(rows(given({}), given({ user_name: 'Ben' }))).toEqual([['Ana and 1 other', 'run']]);
});

test('another mission is another row, in the order of the newest of each', () => {
  expect(rows(given({ mission_id: 'swim' }), given({}), given({ user_name: 'Ben', mission_id: 'swim' }))).toEqual([
    ['Ana and 1 other', 'swim'],
    ['Ana', 'run'],
  ]);
});

test("the day is the reader's own", () => {
  // 16:00 in UTC is midnight in Kuala Lumpur.
  const late = given({ created_at: '2026-11-20T16:00:00.000Z' });
  const early = given({ user_name: 'Ben', created_at: '2026-11-20T15:59:59.000Z' });
  expect(rows(late, early)).toEqual([
    ['Ana', 'run'],
    ['Ben', 'run'],
  ]);
  expect(groupNotifications([late, early], 'UTC')).toHaveLength(1);
});

test('a member who stands twice in a row is one person; two of one name with different faces are two', () => {
  expect(rows(given({}), given({}))).toEqual([['Ana', 'run']]);
  expect(rows(given({}), given({ user_avatar_url: '/media/a/512.webp' }))).toEqual([['Ana and 1 other', 'run']]);
});
