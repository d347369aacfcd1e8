import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, which could take a port before its server listens there. */
const [FIRST, BEYOND] = [20_000, 32_000];

/** Returns a port that is free at the moment, for a program that needs a port number. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
