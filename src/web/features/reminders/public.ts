export { MomentDialog } from './moment.tsx';
export { MomentQuestion } from './moment-question.tsx';
export { WeekdayToggles } from './weekday-toggles.tsx';
