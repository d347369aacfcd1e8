import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from './wait-until.ts';

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
  /** The names with which clients that sent a recipient have greeted, oldest first. */
  readonly greetings: readonly string[];
  /** The newest mail to an address; waits for it if there is none yet. */
  readMail(address: string): Promise<ReceivedMail>;
  setMode(mode: SmtpMode): void;
  /** The sentence with which recipients are refused in modes `451` and `550` from now on; null for the usual one. */
  sayAtRefusal(sentence: string | null): void;
  /** Resolves as soon as a client waits for an answer in mode `silent`; `down` ends that waiting. */
  held(): Promise<void>;
  /** The port refuses connections from now on, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

const refusal = (code: number, sentence: string) => Object.assign(new Error(sentence), { responseCode: code });

/** A real SMTP server on a free loopback port that remembers the mails it receives. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  let mode: SmtpMode = 'ok';
  let said: string | null = null;
  let port = 0;
  const mails: ReceivedMail[] = [];
  const greetings: string[] = [];
  /** Says `change` for each mail that comes, and `hold` for each client that waits for an answer. */
  const events = new EventEmitter().setMaxListeners(0);
  /** How many clients wait for an answer in mode `silent`. */
  let holding = 0;
  const hold = () => {
    holding++;
    events.emit('hold');
  };

  const listen = async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onConnect: (_session, callback) => {
        if (mode === 'silent') hold();
        else callback();
      },
      onClose: () => {
        holding = 0;
      },
      onRcptTo: (address, session, callback) => {
        greetings.push(session.hostNameAppearsAs);
        if (mode === 'silent') return hold();
        if (mode === '451') return callback(refusal(451, said ?? `4.7.1 <${address.address}> try again later`));
        if (mode === '550') return callback(refusal(550, said ?? `5.1.1 <${address.address}> unknown user`));
        return callback();
      },
      onData: async (stream, session, callback) => {
        const raw = await buffer(stream);
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        mails.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString('utf8') });
        events.emit('change');
        callback();
      },
    });
    // A client that a test disconnects is not an error of this server.
    server.on('error', () => undefined);
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    port = (listening.address() as AddressInfo).port;
    return server;
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
    greetings,
    readMail: (address) =>
      waitUntil(
        events,
        () => mails.findLast(({ recipients }) => recipients.includes(address)),
        () => `No mail to ${address} came`,
      ),
    setMode: (next) => {
      mode = next;
    },
    sayAtRefusal: (sentence) => {
      said = sentence;
    },
    held: async () => {
      if (holding === 0) await once(events, 'hold');
    },
    down,
    up: async () => {
      server ??= await listen();
    },
    close: down,
  };
}
