import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import type { CheckinOfToday } from './checkin-done.tsx';
import { TodayCheckin } from './today-checkin.tsx';

const mission = {
  first_day: '2026-06-01',
  today: '2026-06-02',
  checked_in_today: false,
  can: { check_in: false },
} as Mission;
const render = (fields: Partial<Mission>) =>
  renderToStaticMarkup(
    <TodayCheckin
      {...({ mission: { ...mission, ...fields }, form: { busy: false }, isDone: false } as unknown as CheckinOfToday)}
    />,
  );

describe('the card of a day that takes no check-in', () => {
  it('names the later day that is checked in, after a move to the west', () => {
    const html = render({ last_checkin_day: '2026-06-03' });
    expect(html).toContain('already checked in for 3 June. Your next check-in is for the day after.');
    expect(html).not.toContain('Ready to start');
  });

  it('says from when on the mission takes check-ins before its first day', () => {
    const html = render({ first_day: '2026-06-03', last_checkin_day: null });
    expect(html).toContain('Check-ins open tomorrow');
  });
});
