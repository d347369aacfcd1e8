import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose for outgoing connections, which could take one before its server listens there. */
const [FIRST, BEYOND] = [20_000, 32_000];

/** A port that is free at the moment, for a program that is told which one to listen on. */
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
