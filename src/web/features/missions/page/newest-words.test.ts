import { expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { newestWords } from './newest-words.ts';

const words = (checkin: Partial<Checkin>) =>
  ({ content: 'Page 22', local_day: '2026-11-27', user_id: 'ben', hidden: null, ...checkin }) as Checkin;
const found = (...checkins: Partial<Checkin>[]) =>
  newestWords(checkins.map(words), { today: '2026-11-27', user_id: 'ana' })?.content;

it('finds the newest text of another member today, past ticks and own text', () => {
  expect(found({ content: '' }, { user_id: 'ana' }, { content: 'Newest' }, { content: 'Older' })).toBe('Newest');
});

it("counts text dated tomorrow by a member further east, but not yesterday's", () => {
  expect(found({ local_day: '2026-11-28' })).toBe('Page 22');
  expect(found({ local_day: '2026-11-26' })).toBeUndefined();
});

it('skips hidden text, and text after ten other check-ins', () => {
  expect(
    found({ hidden: { by: 'operator', reason: 'Rude', at: '2026-11-27T10:00:00.000Z' } as never }),
  ).toBeUndefined();
  expect(found(...Array.from({ length: 10 }, () => ({ content: '' })), {})).toBeUndefined();
});
