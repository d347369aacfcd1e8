import { nightlyBackup } from '#platform/backup/nightly.ts';
import { bringBackInstants } from '../features/account/clock/jobs.ts';
import { deleteExpired } from '../features/account/expiry/jobs.ts';
import { countDailyFigures } from '../features/admin/stats/jobs.ts';
import { completeOverdueMissions } from '../features/completion/jobs.ts';
import { sendDigest, sendDigests } from '../features/digest/jobs.ts';
import { forgetOldInvitees } from '../features/invitations/expiry/jobs.ts';
import { sendInvitation } from '../features/invitations/send/jobs.ts';
import { purgeNotifications } from '../features/notifications/expiry/jobs.ts';
import { pushCheckin, pushNotifications } from '../features/notifications/push/jobs.ts';
import { remind, sendReminder } from '../features/reminders/send/jobs.ts';
import { raiseClockEvents, raiseStreakRisks } from '../features/webhooks/clock/jobs.ts';
import { deliverWebhook, reviveDeliveries, sendToWebhook } from '../features/webhooks/deliver/jobs.ts';
import { fanOutWebhook } from '../features/webhooks/fan-out/jobs.ts';
import { sendWebhookNotice } from '../features/webhooks/notices/jobs.ts';
import { renewSecrets } from '../features/webhooks/secrets/jobs.ts';
import { endOldStandings, rebuildStreaksJob, saveStandingJob, settleStandings } from '../life/public.ts';
import { sendTokenNotice } from '../services/api-tokens/jobs.ts';
import { sendVerification } from '../services/auth/addresses/jobs.ts';
import {
  sendEmailChanged,
  sendGuessingNotice,
  sendNewDevice,
  sendPasswordChanged,
} from '../services/auth/notices/jobs.ts';
import { sendResetLink } from '../services/auth/passwords/jobs.ts';
import { sendPaymentFailed, sendPlanStarted } from '../services/billing/notices/jobs.ts';
import { settlePlans } from '../services/billing/subscription/jobs.ts';
import { sweepMedia } from '../services/media/jobs.ts';
import { removePictures } from '../services/media/public.ts';
import { sendPush } from '../services/push/public.ts';
import type { Config } from './config.ts';

/** Every job the queue works on. */
export const JOBS = [
  sendResetLink,
  sendTokenNotice,
  sendVerification,
  sendEmailChanged,
  sendPasswordChanged,
  sendNewDevice,
  sendGuessingNotice,
  sendInvitation,
  forgetOldInvitees,
  completeOverdueMissions,
  sendPush,
  pushNotifications,
  pushCheckin,
  remind,
  sendReminder,
  removePictures,
  sweepMedia,
  purgeNotifications,
  deleteExpired,
  bringBackInstants,
  settlePlans,
  sendPlanStarted,
  sendPaymentFailed,
  sendDigests,
  sendDigest,
  countDailyFigures,
  rebuildStreaksJob,
  saveStandingJob,
  settleStandings,
  endOldStandings,
  fanOutWebhook,
  deliverWebhook,
  reviveDeliveries,
  sendToWebhook,
  raiseClockEvents,
  raiseStreakRisks,
  sendWebhookNotice,
  renewSecrets,
  nightlyBackup,
];

/** Returns the jobs that an instance with these settings runs. Only instances with a backup folder back up. */
export const jobsFor = ({ backup_dir }: Pick<Config, 'backup_dir'>) =>
  backup_dir === null ? JOBS.filter((job) => job !== nightlyBackup) : JOBS;
