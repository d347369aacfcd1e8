import { beforeEach, expect, it, vi } from 'vitest';
import type { Completion } from '#contract/completion.ts';
import type { Member } from '#contract/members.ts';
import { lookOf } from '#domain/looks.ts';
import { DAILY } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { NextRound, startText } from './next-round.tsx';

const ME = { id: 'ana', timezone: 'UTC' };
const people = ['ana', 'ben', 'cy'].map((user_id) => ({
  user_id,
  name: user_id,
  avatar_url: null,
  look: lookOf(user_id),
})) as Member[];
const team = { schedule: DAILY, first_day: '2026-11-02', members: people };
const done = {
  mission: { id: 'm', title: 'Read', round: 1 },
  member_count: 3,
  can_start_next: true,
  next_round: null,
} as Completion;
const render = (completion: Completion, mission?: typeof team) =>
  renderLinked(<NextRound completion={completion} mission={mission} me={ME} />);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-02-01T12:00:00Z'), toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

it('startText names today, tomorrow, or a day with its weekday', () => {
  const text = (start: string) => startText(getT(), start, '2027-02-01');
  expect(text('2027-02-01')).toBe('It starts today.');
  expect(text('2027-02-02')).toBe('It starts tomorrow, 2 February.');
  expect(text('2027-02-08')).toBe('It starts on Monday, 8 February.');
});

it('a round that can start shows its first day, if known, and the number of members', () => {
  const html = render(done, team);
  expect(html).toContain('It starts tomorrow, 2 February.');
  expect(html).toContain('Next round with the same 2');
  expect(html).not.toContain('aria-label="ana"');
  expect(render(done)).not.toContain('It starts');
});

it('a started round can be opened or joined, and is hidden without an invitation', () => {
  const begun = (is_member: boolean, invitation_id: string | null) =>
    render({ ...done, can_start_next: false, next_round: { mission_id: 'n', is_member, invitation_id } });
  expect(begun(true, null)).toMatch(/You(&#x27;|')re in\..*Open round.*2/s);
  expect(begun(false, 'i')).toMatch(/Your place is waiting\..*Join round.*2/s);
  expect(begun(false, null)).toBe('');
});
