import type { FastifyInstance } from 'fastify';
import type { ShutdownPhase } from './shutdown-phase.ts';

/**
 * Ends each connection after its current answer once the app closes, or is about to: whoever is asking comes
 * back on a new connection, at a process that stays. The server itself closes those that are idle when it closes; one
 * that becomes idle later would delay the end until its keep-alive runs out.
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
  // An answer whose head was sent before still says keep-alive.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
