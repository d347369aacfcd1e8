import * as z from 'zod/mini';
import { HOUR_MS } from '#domain/durations.ts';
import { RESET_HOURS } from '#domain/limits.ts';
import { defineJob, MAIL_TRIES } from '../../jobs/job.ts';
import { provenEmail } from '../profile/public.ts';
import { emailChangedMail, resetMail, verificationMail } from './mails.ts';
import { createSessionToken, hashToken, verificationToken } from './public.ts';
import { findByEmail, findUser, insertResetToken } from './queries.ts';

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
    // The same for every try, so that a mail which arrives twice is shown once.
    const message_id = `<${job_id}@${new URL(config.public_url).hostname}>`;
    await mail.send({ to: user.email, ...content, message_id });
  },
});

/** Tells the earlier address of an account, which was proved, that the account left it. */
export const sendEmailChanged = defineJob({
  name: 'send-email-changed',
  schema: z.object({ email: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email }, { mail, config, job_id }) => {
    const message_id = `<${job_id}@${new URL(config.public_url).hostname}>`;
    await mail.send({ to: email, ...emailChangedMail({ url: config.public_url, legal: config }), message_id });
  },
});
