import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Weekday } from '#domain/schedule.ts';
import { ReminderDays } from './reminder-days.tsx';

const draw = (days: Weekday[] | null) => renderToStaticMarkup(<ReminderDays days={days} onChange={() => undefined} />);

it('offers seven weekdays, and explains when the reminder arrives without one', () => {
  const html = draw(null);
  expect(html).toContain('On which days?');
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(7);
  expect(html).toContain('If you choose none, we&#x27;ll remind you only when your week needs it.');
});

it('marks chosen weekdays as pressed', () => {
  const html = draw(['mon', 'fri']);
  expect([...html.matchAll(/aria-label="(\w+)" aria-pressed="true"/g)].map(([, day]) => day)).toEqual([
    'Monday',
    'Friday',
  ]);
  expect(html).not.toContain('If you choose none');
});
