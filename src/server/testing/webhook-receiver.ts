import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response of a receiver: a status, none, a body that never ends, or one that keeps growing. */
type ReceiverAnswer = number | 'silent' | 'endless' | 'flood';

export interface WebhookReceiver {
  /** The receiver's URL with a unique path. */
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedWebhook[];
  setAnswer(answer: ReceiverAnswer): void;
  /** Responds with the status to the requests that are still waiting. */
  endSilence(status: number): void;
  /** Closes all connections, including requests without a response. */
  hangUp(): void;
  close(): Promise<void>;
}

const FLOOD = Buffer.alloc(64 * 1024);

/** Starts a program that receives webhooks on a free loopback port, over HTTPS if it has a certificate. */
export async function startWebhookReceiver(pem?: Buffer): Promise<WebhookReceiver> {
  let answer: ReceiverAnswer = 204;
  const received: ReceivedWebhook[] = [];
  const silent: ServerResponse[] = [];
  const listener: RequestListener = async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    if (answer === 'silent') return void silent.push(response);
    if (typeof answer === 'number') {
      const isMoved = answer >= 300 && answer < 400;
      response.writeHead(answer, isMoved ? { location: `http://127.0.0.1:${port}/moved` } : {}).end();
      return;
    }
    response.writeHead(200);
    response.on('error', () => undefined);
    if (answer === 'endless') return void response.write('.');
    const pour = () => {
      if (response.destroyed) return;
      response.write(FLOOD, pour);
    };
    pour();
  };
  const server = pem ? createHttps({ key: pem, cert: pem }, listener) : createHttp(listener);
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    setAnswer: (next) => {
      answer = next;
    },
    endSilence: (status) => {
      for (const response of silent.splice(0)) response.writeHead(status).end();
    },
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
