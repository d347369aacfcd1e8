import * as z from 'zod/mini';
import { translateTo, translateToUser } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { findSettings } from '../../settings/public.ts';
import { findUser } from '../sessions/queries.ts';
import { emailChangedMail, guessingMail, newDeviceMail, passwordChangedMail } from './mails.ts';

/** Jobs that 1.0.0 enqueued say no user; their mail is in English. */
const FROM_1_1 = z.optional(z.string());

/** What a user agent says; words in jobs that 1.0.0 enqueued. */
const DEVICE = z.union([z.string(), z.object({ browser: z.optional(z.string()), system: z.optional(z.string()) })]);

/** A notice to an address of an account as it was then, that something of the account is another one now. */
const defineChangeNotice = (name: string, write: typeof emailChangedMail) =>
  defineMailJob({
    name,
    schema: z.object({ email: z.string(), user_id: FROM_1_1 }),
    write: async ({ email, user_id }, { db, config }) => {
      const t = await translateToUser(db, user_id);
      return { to: email, t, ...write(t, config.public_url) };
    },
  });

/** Tells the earlier address of an account, which was proved, that the account left it. */
export const sendEmailChanged = defineChangeNotice('send-email-changed', emailChangedMail);

/** Tells the address of an account, as it was then, that the account has another password. */
export const sendPasswordChanged = defineChangeNotice('send-password-changed', passwordChangedMail);

/** Tells the address of an account, as it was then, of a sign-in on a device that was new, unless its user wants none. */
export const sendNewDevice = defineMailJob({
  name: 'send-new-device',
  schema: z.object({ user_id: z.string(), email: z.string(), device: DEVICE, at: z.string() }),
  write: async ({ user_id, email, device, at }, { db, config }) => {
    const user = await findUser(db, user_id);
    if (!user || !(await findSettings(db, user_id)).new_device_mail) return null;
    const t = translateTo(user);
    const signIn = { device, at: new Date(at), timezone: user.timezone };
    return { to: email, t, ...newDeviceMail(t, { ...signIn, public_url: config.public_url }) };
  },
});

/** Tells the address of an account that its password is being guessed. */
export const sendGuessingNotice = defineMailJob({
  name: 'send-guessing-notice',
  schema: z.object({ user_id: z.string() }),
  write: async ({ user_id }, { db, config }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return null;
    const t = translateTo(owner);
    return { to: owner.email, t, ...guessingMail(t, config.public_url) };
  },
});
