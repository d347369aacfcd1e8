import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from './wait-until.ts';

/** `ok` accepts everything; 451 and 550 reject the recipient; `silent` accepts connections but never responds. */
type SmtpMode = 'ok' | '451' | '550' | 'silent';

interface ReceivedMail extends Email {
  /** The addresses of the envelope, regardless of the headers. */
  readonly recipients: string[];
  readonly raw: string;
}

export interface FakeSmtp {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The names in the greetings of clients that sent a recipient, oldest first. */
  readonly greetings: readonly string[];
  /** Returns the newest email to an address. Waits if there is none yet. */
  readMail(address: string): Promise<ReceivedMail>;
  setMode(mode: SmtpMode): void;
  /** Sets the sentence that rejects recipients in modes `451` and `550`; null restores the default. */
  sayAtRefusal(sentence: string | null): void;
  /** Resolves when a client waits for a response in mode `silent`. `down` ends that wait. */
  held(): Promise<void>;
  /** Refuses connections until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

const refusal = (code: number, sentence: string) => Object.assign(new Error(sentence), { responseCode: code });

/** Starts a real SMTP server on a free loopback port that stores the emails it receives. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  let mode: SmtpMode = 'ok';
  let said: string | null = null;
  let port = 0;
  const mails: ReceivedMail[] = [];
  const greetings: string[] = [];
  /** Emits `change` for each new email, and `hold` for each client that waits for a response. */
  const events = new EventEmitter().setMaxListeners(0);
  /** The number of clients that wait for a response in mode `silent`. */
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
    // A client that a test disconnects causes no error of this server.
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
