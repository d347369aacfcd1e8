import { isIP } from 'node:net';
import nodemailer from 'nodemailer';
import { isLoopbackHost } from '#platform/config/loopback.ts';
import { describeThrown } from '#platform/lib/foreign-text.ts';
import { asMime, type Mail, MailRefused } from './mail.ts';

const TIMEOUT_MS = 10_000;

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** Only refusals of this very message are permanent: a wrong password in our settings can be corrected. */
const isFinal = (error: SmtpError) =>
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && (error.responseCode ?? 0) >= 500;

/**
 * Returns the name with which we greet a mail server, in the form of RFC 5321: the host of PUBLIC_URL. Undefined if that
 * is local or no full name; nodemailer then says the name of the machine, or 127.0.0.1 where that has no dot.
 */
function findGreetingName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return undefined;
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  if (isIP(hostname) === 4) return `[${hostname}]`;
  return hostname.includes('.') ? hostname : undefined;
}

/** Mail over SMTP, of which can be asked whether the server takes us. */
interface SmtpMail extends Mail {
  /** Resolves when the server lets us in; rejects with its reason. Nothing is sent. */
  check(): Promise<void>;
}

/**
 * Mail over SMTP. `url` is SMTP_URL (`smtp://user:password@host:587`, `smtps://...`), whose `?name=` replaces the name of
 * the greeting; `from` is MAIL_FROM, and `public_url` is PUBLIC_URL. Connections
 * are reused; connecting, the greeting and every silence time out after 10 s. A 5xx for the address or the message
 * throws MailRefused, anything else an ordinary error.
 */
export function smtpMail(options: { url: string; from: string; public_url?: string; timeout_ms?: number }): SmtpMail {
  const timeout = options.timeout_ms ?? TIMEOUT_MS;
  const transport = nodemailer.createTransport(
    {
      url: options.url,
      pool: true,
      name: options.public_url && findGreetingName(options.public_url),
      maxConnections: 2,
      // The queue decides about another try; requeuing here could deliver twice.
      maxRequeues: 0,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    },
    { from: options.from, disableFileAccess: true, disableUrlAccess: true },
  );
  let closed = false;
  return {
    async check() {
      await transport.verify();
    },
    async send(message) {
      const mime = asMime(message);
      // The closed pool would drop the message without ever calling back.
      if (closed) throw new Error('Mail was not taken: the connection is closed.');
      try {
        await transport.sendMail(mime);
      } catch (error) {
        const cause = error as SmtpError;
        const sentence = describeThrown(cause);
        throw isFinal(cause) ? new MailRefused(sentence) : new Error(`Mail was not taken: ${sentence}`);
      }
    },
    close: async () => {
      closed = true;
      transport.close();
    },
  };
}
