import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen on loopback only, on a free port by default. Returns the port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
