import fastify, { type FastifyPluginAsync } from 'fastify';
import type { PaymentsSandbox, SharedSandbox } from '#server/deps.ts';

/** Serves the pages of a sandbox on a loopback port of its own, for worker processes that pass them on. */
export async function shareSandbox({
  settings,
  path,
  pages,
}: PaymentsSandbox): Promise<{ shared: SharedSandbox; close: () => Promise<void> }> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(pages, { prefix: path });
  const pages_url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { shared: { settings, path, pages_url }, close: () => app.close() };
}

/** Passes every request for a page on and its answer back. The buttons send empty forms, so no body travels. */
const passOn =
  (origin: string): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    app.route({
      method: ['GET', 'POST'],
      url: '/*',
      handler: async (request, reply) => {
        const answer = await fetch(origin + request.url, { method: request.method, redirect: 'manual' });
        for (const name of ['content-type', 'cache-control', 'location']) {
          const value = answer.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        return reply.code(answer.status).send(await answer.text());
      },
    });
  };

/** The sandbox of another process, which sends the events and keeps the state. */
export const joinSandbox = ({ settings, path, pages_url }: SharedSandbox): PaymentsSandbox => ({
  settings,
  path,
  pages: passOn(pages_url),
  start: () => undefined,
  close: async () => undefined,
});
