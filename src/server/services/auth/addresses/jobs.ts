import * as z from 'zod/mini';
import { provenEmail, translateTo } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { verificationToken } from '../public.ts';
import { findUser } from '../sessions/queries.ts';
import { verificationMail } from './mails.ts';

/** Mails the link that proves an address, unless it has been proved since then. */
export const sendVerification = defineMailJob({
  name: 'send-verification',
  schema: z.object({ user_id: z.string() }),
  write: async ({ user_id }, { db, clock, config, signatures }) => {
    const user = await findUser(db, user_id);
    if (!user || provenEmail(config, user) !== null) return null;
    const token = verificationToken(signatures, user, clock.now());
    const url = `${config.public_url}/verify-email?token=${token}`;
    const t = translateTo(user);
    return { to: user.email, t, ...verificationMail(t, url) };
  },
});
