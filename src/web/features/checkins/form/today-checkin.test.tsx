import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CheckinOfToday } from './checkin-done.tsx';
import { TodayCheckin } from './today-checkin.tsx';

it('names the first day of a mission that has not started', () => {
  const mission = { first_day: '2026-06-03', today: '2026-06-02', can: { check_in: false } };
  const html = renderToStaticMarkup(
    <TodayCheckin {...({ mission, form: { busy: false }, isDone: false } as unknown as CheckinOfToday)} />,
  );
  expect(html).toContain('Check-ins open tomorrow');
});
