export { MovedQuestion } from './zone-question.tsx';
