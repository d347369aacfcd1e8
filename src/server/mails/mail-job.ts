import type * as z from 'zod/mini';
import type { Translate } from '#platform/i18n/translate.ts';
import { defineJob, type Job, type JobContext } from '#platform/jobs/job.ts';
import { MAIL_TRIES } from '#platform/jobs/retries.ts';
import { type MailMessage, messageIdOf } from '#platform/mail/mail.ts';
import { layout, type MailParts } from './layout.ts';

/** A mail in the language of `t`. */
interface Letter extends MailParts, Pick<MailMessage, 'to' | 'headers'> {
  readonly t: Translate;
}

interface MailJob<Schema extends z.ZodMiniType> extends Omit<Job<Schema>, 'retry' | 'handle'> {
  /** The mail as things are now; null when it is no longer wanted. */
  write(payload: z.output<Schema>, context: JobContext): Promise<Letter | null>;
}

/** A job that sends one mail. The id of the mail is made from the job's, so that one which arrives twice is shown once. */
export const defineMailJob = <Schema extends z.ZodMiniType>({ write, ...job }: MailJob<Schema>): Job<Schema> =>
  defineJob({
    ...job,
    retry: { tries: MAIL_TRIES },
    handle: async (payload, context) => {
      const letter = await write(payload, context);
      if (!letter) return;
      const { to, t, headers = {}, ...parts } = letter;
      const { config, job_id, mail } = context;
      const message_id = messageIdOf(job_id, config.public_url);
      await mail.send({ to, headers, ...layout(t, parts, config), message_id });
    },
  });
