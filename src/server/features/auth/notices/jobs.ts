import * as z from 'zod/mini';
import { messageIdOf } from '../../../adapters/mail/mail.ts';
import { translateTo, translateToUser } from '../../../facts/users.ts';
import { defineJob } from '../../../jobs/job.ts';
import { MAIL_TRIES } from '../../../jobs/retries.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { findSettings } from '../../settings/public.ts';
import { findUser } from '../sessions/queries.ts';
import { emailChangedMail, guessingMail, newDeviceMail, passwordChangedMail } from './mails.ts';

/** Jobs that 1.0.0 enqueued say no user; their mail is in English. */
const FROM_1_1 = z.optional(z.string());

/** What a user agent says; words in jobs that 1.0.0 enqueued. */
const DEVICE = z.union([z.string(), z.object({ browser: z.optional(z.string()), system: z.optional(z.string()) })]);

/** Tells the earlier address of an account, which was proved, that the account left it. */
export const sendEmailChanged = defineJob({
  name: 'send-email-changed',
  schema: z.object({ email: z.string(), user_id: FROM_1_1 }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email, user_id }, { db, mail, config, job_id }) => {
    const content = emailChangedMail(await translateToUser(db, user_id), { url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});

/** Tells the address of an account, as it was then, that the account has another password. */
export const sendPasswordChanged = defineJob({
  name: 'send-password-changed',
  schema: z.object({ email: z.string(), user_id: FROM_1_1 }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ email, user_id }, { db, mail, config, job_id }) => {
    const content = passwordChangedMail(await translateToUser(db, user_id), { url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});

/** Tells the address of an account, as it was then, of a sign-in on a device that was new, unless its user wants none. */
export const sendNewDevice = defineJob({
  name: 'send-new-device',
  schema: z.object({ user_id: z.string(), email: z.string(), device: DEVICE, at: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, email, device, at }, { db, mail, config, job_id }) => {
    const user = await findUser(db, user_id);
    if (!user || !(await findSettings(db, user_id)).new_device_mail) return;
    const signIn = { device, at: new Date(at), timezone: user.timezone };
    const content = newDeviceMail(translateTo(user), { ...signIn, public_url: config.public_url, legal: config });
    await mail.send({ to: email, ...content, message_id: messageIdOf(job_id, config.public_url) });
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
    const content = guessingMail(translateTo(owner), { public_url: config.public_url, legal: config });
    await mail.send({ to: owner.email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});
