import { sendResetLink } from './features/auth/jobs.ts';
import { sendInvitation } from './features/invitations/jobs.ts';

/** Every job the queue works on. */
export const JOBS = [sendResetLink, sendInvitation];
