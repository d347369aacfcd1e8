import { expect, test } from 'vitest';
import { memberNote } from './member-note.ts';

const open = { checked_in_today: false, checked_in_at: null, away_until: null, nudged_by: null };
const note = (fields: Partial<Parameters<typeof memberNote>[0]>) =>
  memberNote({ ...open, ...fields }, 'Asia/Kuala_Lumpur');

test('A member whose day is open is noted as not yet in, or as nudged.', () => {
  expect(note({})).toBe('not yet');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 0 } })).toBe('nudged by Mei Ling');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 1 } })).toBe('nudged by Mei Ling and 1 other');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 2 } })).toBe('nudged by Mei Ling and 2 others');
});

test('A member who has checked in is noted with the time, and nudges are no longer shown.', () => {
  const nudged_by = { name: 'Mei Ling', others: 0 };
  const checked_in_at = '2026-11-21T04:00:00.000Z';
  expect(note({ checked_in_today: true, checked_in_at, nudged_by })).toBe('in at 12:00');
  expect(note({ checked_in_today: true, nudged_by })).toBe('in');
});

test('A member on a break is noted with its last day, before any nudge, until they check in.', () => {
  const nudged_by = { name: 'Mei Ling', others: 0 };
  expect(note({ away_until: '2026-12-03', nudged_by })).toBe('away until 3 Dec');
  expect(note({ away_until: '2026-12-03', checked_in_today: true })).toBe('in');
});
