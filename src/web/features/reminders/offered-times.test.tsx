import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReminderTime } from '#domain/reminders.ts';
import { OfferedTimes } from './offered-times.tsx';

const pressed = (time: ReminderTime) =>
  [
    ...renderToStaticMarkup(<OfferedTimes time={time} onChange={() => undefined} />).matchAll(
      /aria-pressed="(\w+)"[^>]*>([\d:]+)</g,
    ),
  ].map(([, isPressed, name]) => [name, isPressed === 'true']);

it('offers four times and marks the chosen one as pressed', () => {
  const offered = ['07:00', '12:00', '18:00', '21:00'];
  expect(pressed({ hour: 12, minute: 0 })).toEqual(offered.map((name) => [name, name === '12:00']));
  expect(pressed({ hour: 12, minute: 15 })).toEqual(offered.map((name) => [name, false]));
});
