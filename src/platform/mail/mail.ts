import type { SendMailOptions } from 'nodemailer';
import { isEmail } from '#platform/lib/email.ts';

/** A picture inside the mail. Mail programs show it without confirmation and fetch nothing. */
export interface MailPicture {
  /** The HTML refers to it as `cid:<cid>`. */
  readonly cid: string;
  readonly filename: string;
  readonly png: Buffer;
}

export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** A language tag. */
  readonly language?: string;
  readonly pictures?: readonly MailPicture[];
}

export interface MailMessage extends MailContent {
  /** Exactly one address. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message_id?: string;
}

/** Returns the message ID of a job's mail, the same for every attempt, so mail programs hide duplicates. */
export const messageIdOf = (jobId: string, publicUrl: string): string => `<${jobId}@${new URL(publicUrl).hostname}>`;

export interface Mail {
  /**
   * Resolves when the server or disk has accepted the message. Throws MailRefused for a permanent refusal, another
   * error if a retry can succeed.
   */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** A permanent refusal by the server or by our check of the address. Jobs do not retry it. */
export class MailRefused extends Error {
  readonly permanent = true;
}

const LINE_BREAK = /[\r\n]/;

/**
 * Rejects an address or header that could inject another header, for example by a line break. Turns the subject into
 * one line without `=?`: subjects contain names, and mail programs would decode what follows.
 */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!isEmail(message.to)) throw new MailRefused('Mail cannot be sent to this address.');
  const headers = Object.entries(message.headers ?? {}).flat();
  if ([...headers, message.message_id ?? ''].some((part) => LINE_BREAK.test(part)))
    throw new MailRefused('A header of the message contains a line break.');
  return { ...message, subject: message.subject.replaceAll('=?', '= ?').replace(/\s+/g, ' ').trim() };
}

/** Checks a message and converts it for nodemailer, without sender and date. */
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
