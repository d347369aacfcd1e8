import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Schedule } from '#domain/schedule.ts';
import { MissionPreviewCard } from './mission-preview-card.tsx';

const render = (schedule: Schedule) => {
  const numbers = { member_count: 3, days_remaining: 28, duration_days: 28 };
  const preview = { mission_title: 'Run by the river', owner_name: 'Jun', ...numbers, schedule };
  return renderToStaticMarkup(<MissionPreviewCard preview={preview} lead="You are invited to" />);
};

it('The preview of a mission says how often it asks, unless that is every day.', () => {
  expect(render({ kind: 'weekly', times: 3 })).toContain('3 times a week, for 28 days');
  expect(render({ kind: 'weekdays', days: ['mon', 'wed', 'fri'] })).toContain('Mon, Wed, Fri, for 28 days');
  expect(render({ kind: 'daily' })).not.toContain('How often');
});
