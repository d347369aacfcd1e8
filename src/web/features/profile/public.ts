export { completeProfile } from './complete-profile.ts';
export { MovedQuestion } from './zone-question.tsx';
