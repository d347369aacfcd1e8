export { Moment } from './moment-dialog.tsx';
export { MomentQuestion } from './moment-question.tsx';
export { WeekdayToggles } from './weekday-toggles.tsx';
