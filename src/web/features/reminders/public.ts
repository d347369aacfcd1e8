export { Moment } from './moment.tsx';
export { useDismissReminderQuestion } from './queries.ts';
export { WeekdayToggles } from './weekday-toggles.tsx';
