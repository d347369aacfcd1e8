import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#contract/auth.ts';
import type { Mission } from '#contract/missions.ts';
import * as keys from '#web/lib/query-keys.ts';
import { YesterdayCheckin, YesterdayLine } from './yesterday-checkin.tsx';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What somebody in Kuala Lumpur sees at `now`. */
function render(now: string, check_in_yesterday: boolean): string {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  const client = new QueryClient();
  client.setQueryData(keys.me, { id: 'me', timezone: 'Asia/Kuala_Lumpur' } as User);
  const mission = { id: 'm', title: 'Read 20 pages', can: { check_in_yesterday } } as Mission;
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <YesterdayCheckin mission={mission} today="2026-11-22" />
    </QueryClientProvider>,
  );
}

it('Until noon on the own clock the day before is offered, where the server would take it.', () => {
  const html = render('2026-11-22T03:59:59.999Z', true);
  expect(html).toMatch(/Forgot yesterday\?.*<button[^>]*>Check in for 21 November<\/button>/);
  expect(html).toContain('aria-label="Check in for 21 November: Read 20 pages"');
  expect(render('2026-11-22T03:00:00.000Z', false)).toBe('');
});

it('From noon on nothing is offered, although the page was loaded before.', () => {
  expect(render('2026-11-22T04:00:00.000Z', true)).toBe('');
});

it('While it is recorded the button is busy.', () => {
  const html = renderToStaticMarkup(
    <YesterdayLine mission={{ title: 'Read' }} yesterday="2026-11-21" busy onCheckIn={() => undefined} />,
  );
  expect(html).toMatch(/disabled=""[^>]*aria-busy="true"[^>]*>Checking in\.\.\./);
});
