import type { FastifyInstance } from 'fastify';

/**
 * Ends each connection with the answer it waits for once the app closes. The server closes those that are idle at that
 * moment by itself; one that becomes idle later would hold the end up until its keep-alive runs out.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  // An answer whose head had been sent before still says keep-alive.
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
