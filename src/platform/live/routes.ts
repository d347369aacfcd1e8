import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Live } from './live.ts';

interface Reader {
  readonly id: string;
  readonly session_id: string;
}

/** Serves the stream of hints at `endpoint`. When the app closes, it asks clients to reconnect. */
export function liveRoutes(
  app: FastifyInstance,
  serve: Serve<Reader>,
  endpoint: Endpoint & { readonly access: 'user' },
  { live }: { readonly live: Live },
): void {
  app.addHook('preClose', async () => live.endStreams());

  serve(endpoint, async ({ user, token_id, reply }) => {
    if (!live.hasRoom()) fail('overloaded');
    // A hijacked reply sends only headers set on `raw`, so copy the general headers.
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // Neither caches nor proxies may delay an event.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    // A response to HEAD has no body.
    if (reply.request.method === 'HEAD') return void reply.raw.end();
    live.open({ user_id: user.id, session_id: user.session_id, is_program: token_id !== null }, reply.raw);
    // The client fetches its data after it has received the head, so it misses no change.
    reply.raw.flushHeaders();
  });
}
