import type * as z from 'zod/mini';
import type { Translate } from '#platform/i18n/translate.ts';
import { defineJob, type Job, type JobContext } from '#platform/jobs/job.ts';
import { MAIL_TRIES } from '#platform/jobs/retries.ts';
import { type MailMessage, messageIdOf } from '#platform/mail/mail.ts';
import { layout, type MailParts } from './layout.ts';

/** An email in the language of `t`. */
interface Letter extends MailParts, Pick<MailMessage, 'to' | 'headers'> {
  readonly t: Translate;
}

interface MailJob<Schema extends z.ZodMiniType> extends Omit<Job<Schema>, 'retry' | 'handle'> {
  /** Writes the email from the current data. Returns null if it is no longer wanted. */
  write(payload: z.output<Schema>, context: JobContext): Promise<Letter | null>;
}

/**
 * Defines a job that sends one email. The email's ID derives from the job's ID, so a mail program shows a duplicate
 * once.
 */
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
