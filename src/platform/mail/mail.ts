import type { SendMailOptions } from 'nodemailer';
import { isEmail } from '#platform/lib/email.ts';

/** A picture inside the mail itself: shown without confirmation, and nothing is fetched from a server. */
export interface MailPicture {
  /** The markup refers to it as `cid:<cid>`. */
  readonly cid: string;
  readonly filename: string;
  readonly png: Buffer;
}

/** What a mail says. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The tag of the language it is written in. */
  readonly language?: string;
  readonly pictures?: readonly MailPicture[];
}

export interface MailMessage extends MailContent {
  /** Exactly one address. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `messageIdOf` the job that sends it. */
  readonly message_id?: string;
}

/**
 * The id of the mail that a job sends: the same for every try, so that a mail program shows a mail that arrives twice only
 * once.
 */
export const messageIdOf = (jobId: string, publicUrl: string): string => `<${jobId}@${new URL(publicUrl).hostname}>`;

/** Sends mail: over SMTP (smtp.ts) or into a folder (local.ts). */
export interface Mail {
  /**
   * Resolves when the server (or the disk) has accepted the message. Throws MailRefused when the refusal is permanent,
   * any other error when trying again makes sense.
   */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** The receiving server, or our own check of the address, refuses permanently; a job does not try again. */
export class MailRefused extends Error {
  readonly permanent = true;
}

const LINE_BREAK = /[\r\n]/;

/**
 * Checks a message before it is sent. An address or header that could inject a second header is refused (a line break
 * in `to` has reached foreign addresses before); the subject becomes one line without `=?`, since it contains names, and
 * mail programs would decode what follows.
 */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!isEmail(message.to)) throw new MailRefused('The address is not one that mail can be sent to.');
  const headers = Object.entries(message.headers ?? {}).flat();
  if ([...headers, message.message_id ?? ''].some((part) => LINE_BREAK.test(part)))
    throw new MailRefused('A header of the message holds a line break.');
  return { ...message, subject: message.subject.replaceAll('=?', '= ?').replace(/\s+/g, ' ').trim() };
}

/** A checked message in the format of nodemailer, without sender and date. */
export function asMime(message: MailMessage): SendMailOptions {
  const { message_id, pictures = [], headers, language, ...rest } = checkedMessage(message);
  const attachments = pictures.map(({ cid, filename, png }) => ({
    cid,
    filename,
    content: png,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }));
  return {
    ...rest,
    attachments,
    ...(headers || language ? { headers: { ...headers, ...(language && { 'Content-Language': language }) } } : {}),
    ...(message_id ? { messageId: message_id } : {}),
  };
}
