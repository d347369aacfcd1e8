import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** `ok` accepts everything; 451 and 550 refuse the recipient; `silent` accepts connections and never answers. */
type SmtpMode = 'ok' | '451' | '550' | 'silent';

interface ReceivedMail extends Email {
  /** The addresses of the envelope, whatever the headers say. */
  readonly recipients: string[];
  readonly raw: string;
}

export interface FakeSmtp {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The newest mail to an address; waits for it if there is none yet. */
  readMail(address: string): Promise<ReceivedMail>;
  setMode(mode: SmtpMode): void;
  /** Resolves as soon as a client waits for an answer in mode `silent`; `down` ends that waiting. */
  held(): Promise<void>;
  /** The port refuses connections from now on, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

const WAIT_MS = 5000;

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const refusal = (code: number, sentence: string) => Object.assign(new Error(sentence), { responseCode: code });

/** The mails that have come, and who waits for one. */
function makeInbox() {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  return {
    mails,
    async receive(raw: Buffer, recipients: string[]) {
      mails.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString('utf8') });
      for (const wake of waiting) wake();
    },
    readMail: (address: string) =>
      new Promise<ReceivedMail>((resolve, reject) => {
        const look = () => {
          const mail = mails.findLast(({ recipients }) => recipients.includes(address));
          if (!mail) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(mail);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No mail to ${address} came within ${WAIT_MS} ms.`));
        }, WAIT_MS);
        waiting.add(look);
        look();
      }),
  };
}

/** The clients that wait for an answer in mode `silent`. */
function makeHolding() {
  let holding = 0;
  const untilHeld = new Set<() => void>();
  return {
    hold() {
      holding++;
      for (const wake of untilHeld) wake();
      untilHeld.clear();
    },
    end() {
      holding = 0;
    },
    held: () => (holding > 0 ? Promise.resolve() : new Promise<void>((resolve) => untilHeld.add(resolve))),
  };
}

/** A real SMTP server on a free loopback port that remembers the mails it receives. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  let mode: SmtpMode = 'ok';
  let port = 0;
  const { mails, receive, readMail } = makeInbox();
  const { hold, end, held } = makeHolding();

  const listen = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onConnect: (_session, callback) => {
        if (mode === 'silent') hold();
        else callback();
      },
      onClose: end,
      onRcptTo: (address, _session, callback) => {
        if (mode === 'silent') return hold();
        if (mode === '451') return callback(refusal(451, `4.7.1 <${address.address}> try again later`));
        if (mode === '550') return callback(refusal(550, `5.1.1 <${address.address}> unknown user`));
        return callback();
      },
      onData: async (stream, session, callback) => {
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        await receive(await readAll(stream), recipients);
        callback();
      },
    });
    // A client that a test disconnects is not an error of this server.
    server.on('error', () => undefined);
    return new Promise<SMTPServer>((resolve) => {
      const listening = server.listen(port, '127.0.0.1', () => {
        port = (listening.address() as AddressInfo).port;
        resolve(server);
      });
    });
  };
  let server: SMTPServer | null = await listen();
  const down = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve();
      server.close(() => resolve());
      server = null;
    });

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    readMail,
    setMode: (next) => {
      mode = next;
    },
    held,
    down,
    up: async () => {
      server ??= await listen();
    },
    close: down,
  };
}
