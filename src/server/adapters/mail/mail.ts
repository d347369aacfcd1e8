import type { SendMailOptions } from 'nodemailer';
import { isEmail } from '#domain/email.ts';

/** A picture that travels in the mail itself: shown without asking, and nothing is fetched from anywhere. */
export interface MailPicture {
  /** The markup names it as `cid:<cid>`. */
  readonly cid: string;
  readonly filename: string;
  readonly png: Buffer;
}

export interface MailMessage {
  /** One address, nothing else. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly pictures?: readonly MailPicture[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for every try of one job, so that a mail that arrives twice is shown once. */
  readonly message_id?: string;
}

/** Sends mail: over SMTP (mail-smtp.ts) or into a folder (mail-outbox.ts). */
export interface Mail {
  /**
   * Resolves when the server (or the disk) has taken the message. Throws MailRefused when trying again is useless,
   * any other error when it is not.
   */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** The receiving side (or our own check of the address) says no for good; a job that meets this is not retried. */
export class MailRefused extends Error {
  readonly permanent = true;
}

/** `ana@example.com` as logs may hold it: `a***@example.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}

/** Masks every address within a sentence: servers like to repeat them in their refusals. */
export function maskEmailsIn(sentence: string): string {
  return sentence.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, maskEmail);
}

const LINE_BREAK = /[\r\n]/;

/**
 * The message as it may go out. An address or header that could carry a second header is refused
 * (a line break in `to` has reached foreign addresses before); the subject becomes one line, since names stand in it.
 */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!isEmail(message.to)) throw new MailRefused('The address is not one that mail can be sent to.');
  const headers = Object.entries(message.headers ?? {}).flat();
  if ([...headers, message.message_id ?? ''].some((part) => LINE_BREAK.test(part)))
    throw new MailRefused('A header of the message holds a line break.');
  return { ...message, subject: message.subject.replace(/\s+/g, ' ').trim() };
}

/** A checked message in the words of nodemailer, save for who sends it and when. */
export function asMime(message: MailMessage): SendMailOptions {
  const { message_id, pictures = [], headers, ...rest } = checkedMessage(message);
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
    ...(headers ? { headers: { ...headers } } : {}),
    ...(message_id ? { messageId: message_id } : {}),
  };
}
