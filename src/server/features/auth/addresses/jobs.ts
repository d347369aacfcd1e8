import * as z from 'zod/mini';
import { HOUR_MS } from '#domain/durations.ts';
import { RESET_HOURS } from '#domain/limits.ts';
import { provenEmail } from '../../../facts/users.ts';
import { defineJob, MAIL_TRIES } from '../../../jobs/job.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { findSettings } from '../../settings/public.ts';
import { emailChangedMail, guessingMail, newDeviceMail, passwordChangedMail } from '../notices/mails.ts';
import { insertResetToken } from '../passwords/queries.ts';
import { createSessionToken, hashToken, verificationToken } from '../public.ts';
import { findByEmail, findUser } from '../sessions/queries.ts';
import { resetMail, verificationMail } from './mails.ts';

/** The same for every try, so that a mail which arrives twice is shown once. */
const messageId = (jobId: string, publicUrl: string) => `<${jobId}@${new URL(publicUrl).hostname}>`;

/**
 * Sends a reset link to an address, if an account has it. The token is created here, so that it is stored nowhere but
 * in the mail; a retry creates a new one and ends the one before.
 */
export const sendResetLink = defineJob({
  name: 'send-reset-link',
  schema: z.object({ email: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email }, { db, mail, clock, config }) => {
    const user = await findByEmail(db, email);
    if (!user) return;
    const token = createSessionToken();
    const now = clock.now();
    const expires_at = new Date(now.getTime() + RESET_HOURS * HOUR_MS);
    const stored = { user_id: user.id, email: user.email, token_hash: hashToken(token), expires_at };
    if (!(await db.transact((tx) => insertResetToken(tx, stored, now)))) return;
    const url = `${config.public_url}/reset-password?token=${token}`;
    const name = provenEmail(config, user) === null ? null : user.name;
    await mail.send({ to: user.email, ...resetMail({ name, url, hours: RESET_HOURS, legal: config }) });
  },
});

/** Sends the link that proves the address of an account. Not sent if it was proved in the meantime. */
export const sendVerification = defineJob({
  name: 'send-verification',
  schema: z.object({ user_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id }, { db, mail, clock, config, signatures, job_id }) => {
    const user = await findUser(db, user_id);
    if (!user || provenEmail(config, user) !== null) return;
    const token = verificationToken(signatures, user, clock.now());
    const content = verificationMail({ url: `${config.public_url}/verify-email?token=${token}`, legal: config });
    await mail.send({ to: user.email, ...content, message_id: messageId(job_id, config.public_url) });
  },
});

/** Tells the earlier address of an account, which was proved, that the account left it. */
export const sendEmailChanged = defineJob({
  name: 'send-email-changed',
  schema: z.object({ email: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email }, { mail, config, job_id }) => {
    const content = emailChangedMail({ url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageId(job_id, config.public_url) });
  },
});

/** Tells the address of an account, as it was then, that the account has another password. */
export const sendPasswordChanged = defineJob({
  name: 'send-password-changed',
  schema: z.object({ email: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email }, { mail, config, job_id }) => {
    const content = passwordChangedMail({ url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageId(job_id, config.public_url) });
  },
});

/** Tells the address of an account, as it was then, of a sign-in on a device that was new, unless its user wants none. */
export const sendNewDevice = defineJob({
  name: 'send-new-device',
  schema: z.object({ user_id: z.string(), email: z.string(), device: z.string(), at: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, email, device, at }, { db, mail, config, job_id }) => {
    const user = await findUser(db, user_id);
    if (!user || !(await findSettings(db, user_id)).new_device_mail) return;
    const signIn = { device, at: new Date(at), timezone: user.timezone };
    const content = newDeviceMail({ ...signIn, public_url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageId(job_id, config.public_url) });
  },
});

/** Tells the address of an account that its password is being guessed. */
export const sendGuessingNotice = defineJob({
  name: 'send-guessing-notice',
  schema: z.object({ user_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id }, { db, mail, config, job_id }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return;
    const content = guessingMail({ public_url: config.public_url, legal: config });
    await mail.send({ to: owner.email, ...content, message_id: messageId(job_id, config.public_url) });
  },
});
