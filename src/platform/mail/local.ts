import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Clock } from '#platform/lib/clock.ts';
import { maskEmail } from '#platform/lib/foreign-text.ts';
import type { Log } from '#platform/lib/log.ts';
import { FILE_MODE, FOLDER_MODE } from '#platform/storage/data-dir.ts';
import { asMime, type Mail } from './mail.ts';

async function compose(message: SendMailOptions) {
  // Imported for the first mail, so startup does not wait for it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport.sendMail(message);
}

/**
 * Writes messages as files if no mail server is configured (docs/rules.md#operator). A message is
 * `<data_dir>/outbox/2026-11-21T03-40-52-123Z-1f9a03.eml` (RFC 822), and a log line has its path. A file appears
 * complete or not at all.
 */
export function outboxMail(options: { data_dir: string; from: string; clock: Clock; log: Log }): Mail {
  const folder = join(options.data_dir, 'outbox');
  return {
    async send(message) {
      const mime = asMime(message);
      const now = options.clock.now();
      const composed = await compose({ ...mime, from: options.from, date: now });
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
      const path = join(folder, name);
      const unfinished = join(folder, `.${name}.part`);
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      try {
        await writeFile(unfinished, composed.message as Buffer, { mode: FILE_MODE });
        await utimes(unfinished, now, now);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      options.log.info({ path, to: maskEmail(message.to) }, 'mail written to the outbox');
    },
    close: async () => undefined,
  };
}
