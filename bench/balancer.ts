import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 200;

interface Backend {
  readonly url: string;
  readonly agent: Agent;
  ready: boolean;
}

export interface Balancer {
  readonly url: string;
  use(urls: readonly string[]): void;
  sees(url: string): boolean;
  close(): void;
}

function passOn(backend: Backend, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = incoming;
  const onward = request(backend.url + url, { method: method!, headers, agent: backend.agent }, (response) => {
    const { connection: _own, ...others } = response.headers;
    answer.writeHead(response.statusCode!, others);
    response.pipe(answer);
  });
  // Nothing is retried: every request that an instance drops counts.
  onward.on('error', () => answer.headersSent || answer.writeHead(502).end());
  incoming.pipe(onward);
}

/** Starts a small load balancer. It checks /ready of each instance and sends requests to the ready ones in turn. */
export async function startBalancer(): Promise<Balancer> {
  let backends: Backend[] = [];
  let next = 0;
  const look = async (backend: Backend) => {
    backend.ready = await fetch(`${backend.url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const timer = setInterval(() => {
    for (const backend of backends) void look(backend);
  }, LOOK_MS);
  const server = createServer((incoming, answer) => {
    const ready = backends.filter((backend) => backend.ready);
    const backend = ready[next++ % ready.length];
    if (backend) passOn(backend, incoming, answer);
    else answer.writeHead(502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(urls) {
      const known = new Map(backends.map((backend) => [backend.url, backend]));
      backends = urls.map((url) => known.get(url) ?? { url, agent: new Agent({ keepAlive: true }), ready: false });
    },
    sees: (url) => backends.some((backend) => backend.url === url && backend.ready),
    close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}
