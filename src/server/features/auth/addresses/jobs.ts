import * as z from 'zod/mini';
import { messageIdOf } from '../../../adapters/mail/mail.ts';
import { provenEmail, translateTo } from '../../../facts/users.ts';
import { defineJob } from '../../../jobs/job.ts';
import { MAIL_TRIES } from '../../../jobs/retries.ts';
import { verificationToken } from '../public.ts';
import { findUser } from '../sessions/queries.ts';
import { verificationMail } from './mails.ts';

/** Sends the link that proves the address of an account. Not sent if it was proved in the meantime. */
export const sendVerification = defineJob({
  name: 'send-verification',
  schema: z.object({ user_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id }, { db, mail, clock, config, signatures, job_id }) => {
    const user = await findUser(db, user_id);
    if (!user || provenEmail(config, user) !== null) return;
    const token = verificationToken(signatures, user, clock.now());
    const url = `${config.public_url}/verify-email?token=${token}`;
    const content = verificationMail(translateTo(user), { url, legal: config });
    await mail.send({ to: user.email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});
