export { streakQuery } from './queries.ts';
