import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findPort } from '#server/testing/find-port.ts';

/** Responds instead of the server behind the proxy; false lets the request pass. */
type Refuse = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TestProxy {
  url: string;
  refuse: (next: Refuse) => void;
  close: () => Promise<void>;
  listen: () => Promise<void>;
}

/** Starts a proxy in front of the server under test, as self-hosters have. */
export async function startProxy(target: string): Promise<TestProxy> {
  let refuse: Refuse = () => false;
  const sockets = new Set<Socket>();
  const port = await findPort();
  const server = createServer((incoming, response) => {
    if (refuse(incoming, response)) return;
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url!, target), { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async () => {
    server.listen(port);
    await once(server, 'listening');
  };
  await listen();
  return {
    url: `http://localhost:${port}`,
    refuse: (next) => {
      refuse = next;
    },
    close: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    listen,
  };
}
