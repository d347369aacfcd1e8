import { type Schedule, scheduleInWords } from '#domain/schedule.ts';

/** A schedule on its own: 'Once a week', '3 times a week', 'Mon, Wed, Fri'. */
function scheduleLabel(schedule: Schedule): string {
  const words = scheduleInWords(schedule);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A schedule with its mission's length: '3 times a week, for 28 days', 'Mon, Wed, Fri, for 28 days'. */
export const scheduleAndLength = (schedule: Schedule, days: number): string =>
  `${scheduleLabel(schedule)}, for ${days === 1 ? '1 day' : `${days} days`}`;

/** How far a week is: '1 of 3 this week'. */
export const weekNote = ({ done, target }: { done: number; target: number }): string =>
  `${done} of ${target} this week`;
