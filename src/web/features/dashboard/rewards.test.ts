import { expect, test } from 'vitest';
import { lookOf } from '#domain/looks.ts';
import { getT } from '#platform/web/lib/language.ts';
import { waitingNames } from './rewards.tsx';

const person = (user_id: string, name: string) => ({
  user_id,
  name,
  avatar_url: null,
  look: lookOf(user_id),
  done: false,
});
const four = [person('a', 'Ana'), person('b', 'Ben'), person('c', 'Cho'), person('d', 'Dev')];

test.each([
  [[person('a', 'Ana')], 1, 'Ana'],
  [four.slice(0, 2), 2, 'You and Ana'],
  [four.slice(0, 3), 3, 'You, Ana and Cho'],
  // One more name is as short as '1 other'.
  [four, 4, 'You, Ana, Cho and Dev'],
  [four, 12, 'You, Ana, Cho and 9 others'],
])('names the members who wait for a reward, case %#', (earned_by, open_count, names) => {
  expect(waitingNames(getT(), { earned_by, open_count }, 'b')).toBe(names);
});
