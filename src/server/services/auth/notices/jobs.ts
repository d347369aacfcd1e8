import * as z from 'zod/mini';
import { translateTo, translateToUser } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { findSettings } from '../../settings/public.ts';
import { findUser } from '../sessions/queries.ts';
import { emailChangedMail, guessingMail, newDeviceMail, passwordChangedMail } from './mails.ts';

/** Jobs from 1.0.0 contain no user, so their mail is in English. */
const FROM_1_1 = z.optional(z.string());

/** The browser and system of a user agent; a description in jobs from 1.0.0. */
const DEVICE = z.union([z.string(), z.object({ browser: z.optional(z.string()), system: z.optional(z.string()) })]);

/** Defines a notice of a changed account. The job stores the address at the time of the change. */
const defineChangeNotice = (name: string, write: typeof emailChangedMail) =>
  defineMailJob({
    name,
    schema: z.object({ email: z.string(), user_id: FROM_1_1 }),
    write: async ({ email, user_id }, { db, config }) => {
      const t = await translateToUser(db, user_id);
      return { to: email, t, ...write(t, config.public_url) };
    },
  });

/** Mails the old, proved address of an account that its address has changed. */
export const sendEmailChanged = defineChangeNotice('send-email-changed', emailChangedMail);

/** Mails the account that its password has changed. */
export const sendPasswordChanged = defineChangeNotice('send-password-changed', passwordChangedMail);

/** Mails the account about a sign-in on a new device, unless the user has switched this off. */
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

/** Mails the account that someone is guessing its password. */
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
