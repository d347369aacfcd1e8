import type { FastifyInstance } from 'fastify';
import type { ShutdownPhase } from './shutdown-phase.ts';

/**
 * Closes each connection after its current response while the app drains or closes, so clients reconnect to another
 * process. Without this a connection that becomes idle later would delay the end until its keep-alive timeout.
 */
export function endConnectionsOnClose(app: FastifyInstance, phase: ShutdownPhase): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || phase.now !== 'serving') reply.header('connection', 'close');
    done();
  });
  // A response whose head was already sent still says keep-alive.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
