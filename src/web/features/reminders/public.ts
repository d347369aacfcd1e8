export { Moment } from './moment-dialog.tsx';
export { useDismissReminderQuestion } from './queries.ts';
export { WeekdayToggles } from './weekday-toggles.tsx';
