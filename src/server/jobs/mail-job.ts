import type * as z from 'zod/mini';
import { type MailMessage, messageIdOf } from '../adapters/mail/mail.ts';
import { defineJob, type Job, type JobContext } from './job.ts';
import { MAIL_TRIES } from './retries.ts';

interface MailJob<Schema extends z.ZodMiniType> extends Omit<Job<Schema>, 'retry' | 'handle'> {
  /** The mail as things are now; null when it is no longer wanted. */
  write(payload: z.output<Schema>, context: JobContext): Promise<Omit<MailMessage, 'message_id'> | null>;
}

/** A job that sends one mail. The id of the mail is made from the job's, so that one which arrives twice is shown once. */
export const defineMailJob = <Schema extends z.ZodMiniType>({ write, ...job }: MailJob<Schema>): Job<Schema> =>
  defineJob({
    ...job,
    retry: { tries: MAIL_TRIES },
    handle: async (payload, context) => {
      const message = await write(payload, context);
      const message_id = messageIdOf(context.job_id, context.config.public_url);
      if (message) await context.mail.send({ ...message, message_id });
    },
  });
