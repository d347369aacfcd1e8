import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Pause } from '#contract/streaks.ts';
import * as keys from '#web/data/query-keys.ts';
import { Pauses, RunningPause } from './pauses.tsx';
import { TakePause } from './take-pause.tsx';

const TODAY = '2026-11-22';
beforeAll(() => {
  vi.stubGlobal('localStorage', undefined);
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ['Date'] });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const pause = (id: string, from_day: string, to_day: string, reason: Pause['reason'] = 'away'): Pause => ({
  id,
  from_day,
  to_day,
  reason,
  created_at: '2026-11-20T12:00:00.000Z',
});

function wordsOf(part: React.ReactNode, pauses?: readonly Pause[]): string {
  const client = new QueryClient();
  client.setQueryData(keys.me, { timezone: 'UTC' });
  if (pauses) client.setQueryData(keys.pauses, pauses);
  const html = renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
const list = (pauses?: readonly Pause[]) => wordsOf(<Pauses today={TODAY} onTake={() => undefined} />, pauses);

it('the calendar lists the running break and coming ones by first day', () => {
  const words = list([
    pause('c', '2027-01-02', '2027-01-02', 'other'),
    pause('b', '2026-12-20', '2026-12-27'),
    pause('a', '2026-11-21', '2026-12-03', 'ill'),
    pause('o', '2026-10-01', '2026-10-05'),
  ]);
  expect(words).toMatch(
    /On a break until 3 December Ill I'm back A break from 20 December to 27 December Away Cancel the break A break on 2 January Something else Cancel the break$/,
  );
  expect(words).not.toContain('October');
});

it('the calendar offers a break if there is none, and says that breaks are loading', () => {
  expect(list([])).toMatch(/Take a break$/);
  expect(list()).toBe('Loading your breaks...');
});

it('the dashboard shows a running break with a way to end it, and nothing without a break', () => {
  expect(wordsOf(<RunningPause pause={{ id: 'p', to_day: '2026-12-03' }} />)).toBe(
    "On a break until 3 December I'm back",
  );
  expect(wordsOf(<RunningPause pause={null} />)).toBe('');
});

it('the form says how many days are left, and that only the user sees the reason', () => {
  const form = (pauses: readonly Pause[]) => wordsOf(<TakePause onClose={() => undefined} />, pauses);
  expect(form([])).toContain('42 of 42 days left');
  const words = form([pause('o', '2026-10-01', '2026-10-12')]);
  expect(words).toContain('30 of 42 days left');
  expect(words).toMatch(/Ill Away Something else Only you see the reason\. Start the break$/);
});
