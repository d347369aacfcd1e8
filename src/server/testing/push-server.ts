import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { Agent, createServer as createHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A browser that receives push messages, and its private keys. */
interface PushBrowser {
  readonly endpoint: string;
  readonly keys: { p256dh: string; auth: string };
  /** Decrypts a message for this browser (RFC 8291 over RFC 8188). Throws for another browser's message. */
  open(body: Buffer): string;
}

interface ReceivedPush {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface FakePushService {
  /** Directs every connection to this server. It verifies the certificate as usual, for the requested host. */
  readonly agent: Agent;
  /** Like `agent`, but does not trust this server's certificate. */
  readonly strangerAgent: Agent;
  /** The server's real origin with scheme, host and port, like a self-hosted push service. */
  readonly origin: string;
  readonly received: readonly ReceivedPush[];
  /** Creates a browser that subscribed at the well-known service or at another origin. */
  newBrowser(origin?: string): PushBrowser;
  /** Sets the response from now on. `silent` accepts requests but never responds. */
  setAnswer(answer: number | 'silent'): void;
  /** Closes all connections, including requests without a response. */
  hangUp(): void;
  close(): Promise<void>;
}

const HOST = 'fcm.googleapis.com';
const pem = readFileSync(new URL('./fixtures/push-server.pem', import.meta.url));

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const encrypted = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16));
  const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  // There is one record. A byte 2 ends the text, and zeros can follow.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/**
 * Starts a push service on a free loopback port: over HTTPS under the name of a known service, or over HTTP without a
 * name.
 */
export async function startFakePushService(over: 'https' | 'http' = 'https'): Promise<FakePushService> {
  let answer: number | 'silent' = 201;
  const received: ReceivedPush[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = await buffer(request);
    received.push({ endpoint: `${over}://${request.headers.host}${request.url}`, headers: request.headers, body });
    if (answer === 'silent') return;
    response.writeHead(answer, answer >= 300 && answer < 400 ? { location: 'https://fcm.googleapis.com/moved' } : {});
    response.end();
  };
  const server = over === 'https' ? createHttps({ key: pem, cert: pem }, listener) : createHttp(listener);
  const port = await listenOnLoopback(server);
  const agentToHere = (ca?: Buffer) => {
    const agent = new Agent({ keepAlive: true });
    agent.createConnection = ({ host }) =>
      connect({ host: '127.0.0.1', port, servername: host ?? '', ...(ca ? { ca } : {}) });
    return agent;
  };
  const agent = agentToHere(pem);
  const strangerAgent = agentToHere();

  return {
    agent,
    strangerAgent,
    origin: over === 'https' ? `https://${HOST}:${port}` : `http://127.0.0.1:${port}`,
    received,
    newBrowser(origin = `https://${HOST}`) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      return {
        endpoint: `${origin}/fcm/send/${randomBytes(12).toString('base64url')}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        open: (body) => decrypt(body, ecdh, auth),
      };
    },
    setAnswer: (next) => {
      answer = next;
    },
    hangUp: () => server.closeAllConnections(),
    close: () => {
      agent.destroy();
      strangerAgent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
