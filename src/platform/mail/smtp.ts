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

/** Only a refusal of this very message is permanent. The operator can correct a wrong password. */
const isFinal = (error: SmtpError) =>
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && (error.responseCode ?? 0) >= 500;

/**
 * Returns our name for the greeting in the form of RFC 5321. Undefined if PUBLIC_URL's host is local or has no dot;
 * nodemailer then uses the machine's name or 127.0.0.1.
 */
function findGreetingName(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  if (isLoopbackHost(hostname)) return undefined;
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  if (isIP(hostname) === 4) return `[${hostname}]`;
  return hostname.includes('.') ? hostname : undefined;
}

interface SmtpMail extends Mail {
  /** Resolves when the server accepts the sign-in, otherwise rejects with the reason. Sends nothing. */
  check(): Promise<void>;
}

/**
 * Sends mail over SMTP with reused connections and a timeout of 10 s. `url` is SMTP_URL, whose `?name=` replaces the
 * name in the greeting. A 5xx for the address or the message throws MailRefused, anything else an ordinary error.
 */
export function smtpMail(options: { url: string; from: string; public_url?: string; timeout_ms?: number }): SmtpMail {
  const timeout = options.timeout_ms ?? TIMEOUT_MS;
  const transport = nodemailer.createTransport(
    {
      url: options.url,
      pool: true,
      name: options.public_url && findGreetingName(options.public_url),
      maxConnections: 2,
      // The queue retries; requeuing here could deliver twice.
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
      // A closed pool would drop the message without calling back.
      if (closed) throw new Error('Mail not sent: the SMTP connection is closed.');
      try {
        await transport.sendMail(mime);
      } catch (error) {
        const cause = error as SmtpError;
        const sentence = describeThrown(cause);
        throw isFinal(cause) ? new MailRefused(sentence) : new Error(`Mail not sent: ${sentence}`);
      }
    },
    close: async () => {
      closed = true;
      transport.close();
    },
  };
}
