import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** The messages of clients to the proxy. */
interface Sent {
  /** The startup parameters of each connection. */
  readonly startups: Record<string, string>[];
  /** The prepared statements. An empty name means an unnamed statement. */
  readonly statements: { name: string; text: string }[];
}

const STARTUP = 196_608;

/** Reads the messages of one client. The first message has no type; all others start with a type byte. */
function listenIn(socket: Socket, { startups, statements }: Sent): void {
  let pending = Buffer.alloc(0);
  let begun = false;
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = begun ? 1 : 0;
      if (pending.length < head + 4) return;
      const length = pending.readInt32BE(head);
      if (pending.length < head + length) return;
      const type = begun ? String.fromCharCode(pending[0]!) : '';
      const body = pending.subarray(head + 4, head + length);
      pending = pending.subarray(head + length);
      const words = () => body.toString().split('\0');
      if (!begun && body.readInt32BE(0) === STARTUP) {
        const pairs = body.subarray(4).toString().split('\0');
        const startup: Record<string, string> = {};
        for (let at = 0; pairs[at]; at += 2) startup[pairs[at]!] = pairs[at + 1]!;
        startups.push(startup);
        begun = true;
      } else if (type === 'P') statements.push({ name: words()[0]!, text: words()[1]! });
      else if (type === 'Q') statements.push({ name: '', text: words()[0]! });
    }
  });
}

/** Starts a proxy in front of a database that records messages and can cut the connection. */
export async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const socketDir = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  const sent: Sent = { startups: [], statements: [] };
  let silent = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    return socket;
  };
  const server = createServer((socket) => {
    track(socket);
    if (silent) return;
    listenIn(socket, sent);
    const upstream = track(
      socketDir ? connect(join(socketDir, `.s.PGSQL.${target.port}`)) : connect(Number(target.port)),
    );
    socket.pipe(upstream).pipe(socket);
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy());
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listenOnLoopback(server);
  const url = new URL(target);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    sent,
    drop,
    /** Stops listening and breaks every connection. */
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
    restore: () => listenOnLoopback(server, port),
    /** Accepts connections but never responds. */
    swallow(on: boolean) {
      silent = on;
      drop();
    },
    close: () => server.close(),
  };
}
