import { sendResetLink } from './features/auth/jobs.ts';
import { settlePlans } from './features/billing/jobs.ts';
import { sendPaymentFailed, sendPlanStarted } from './features/billing/mail-jobs.ts';
import { forgetOldInvitees, sendInvitation } from './features/invitations/jobs.ts';
import { removePictures, sweepMedia } from './features/media/jobs.ts';
import { completeOverdueMissions } from './features/missions/jobs.ts';
import { purgeNotifications } from './features/notifications/jobs.ts';

/** Every job the queue works on. */
export const JOBS = [
  sendResetLink,
  sendInvitation,
  completeOverdueMissions,
  removePictures,
  sweepMedia,
  purgeNotifications,
  forgetOldInvitees,
  settlePlans,
  sendPlanStarted,
  sendPaymentFailed,
];
