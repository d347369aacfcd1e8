import type { FastifyInstance } from 'fastify';

/**
 * Ends each connection after its current answer once the app closes. The server itself closes those that are idle at
 * that moment; one that becomes idle later would delay the end until its keep-alive runs out.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  // An answer whose head was sent before still says keep-alive.
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
