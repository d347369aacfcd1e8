import { sendResetLink } from './features/auth/jobs.ts';

/** Every job the queue works on. */
export const JOBS = [sendResetLink];
