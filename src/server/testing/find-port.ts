import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that is free at the moment, for a program that is told which one to listen on. */
export async function findPort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
