import { expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { newestWords } from './newest-words.ts';

const words = (checkin: Partial<Checkin>) =>
  ({ content: 'Page 22', local_day: '2026-11-27', user_id: 'ben', hidden: null, ...checkin }) as Checkin;
const found = (...checkins: Partial<Checkin>[]) =>
  newestWords(checkins.map(words), { today: '2026-11-27', user_id: 'ana' })?.content;

it('The newest words of today by somebody else are found behind ticks and one’s own words.', () => {
  expect(found({ content: '' }, { user_id: 'ana' }, { content: 'Newest' }, { content: 'Older' })).toBe('Newest');
});

it('Words of somebody for whom it is tomorrow already count, and those of yesterday do not.', () => {
  expect(found({ local_day: '2026-11-28' })).toBe('Page 22');
  expect(found({ local_day: '2026-11-26' })).toBeUndefined();
});

it('Words that are hidden, or behind ten other check-ins, are not shown.', () => {
  expect(
    found({ hidden: { by: 'operator', reason: 'Rude', at: '2026-11-27T10:00:00.000Z' } as never }),
  ).toBeUndefined();
  expect(found(...Array.from({ length: 10 }, () => ({ content: '' })), {})).toBeUndefined();
});
