import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import type { Weekday } from '#domain/schedule.ts';
import { changeLanguage } from '#web/lib/language.ts';
import { ReminderDays } from './reminder-days.tsx';

const draw = (days: Weekday[] | null) => renderToStaticMarkup(<ReminderDays days={days} onChange={() => undefined} />);

afterEach(() => changeLanguage('en'));

it('Seven weekdays can be chosen, and without one the question says when the reminder comes.', () => {
  const html = draw(null);
  expect(html).toContain('On which days?');
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(7);
  expect(html).toContain('None chosen: only when your week needs it.');
});

it('Chosen weekdays are pressed.', () => {
  const html = draw(['mon', 'fri']);
  expect([...html.matchAll(/aria-label="(\w+)" aria-pressed="true"/g)].map(([, day]) => day)).toEqual([
    'Monday',
    'Friday',
  ]);
  expect(html).not.toContain('None chosen');
});

it.each([
  ['en', 'Monday', 'Sunday'],
  ['ar', 'السبت', 'الجمعة'],
])('In %s the weekdays begin with %s.', async (tag, first, last) => {
  await changeLanguage(tag);
  const names = [...draw(['mon']).matchAll(/aria-label="([^"]+)" aria-pressed/g)].map(([, name]) => name);
  expect([names.length, names[0], names.at(-1)]).toEqual([7, first, last]);
});
