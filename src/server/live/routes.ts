import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/live.ts';
import { fail } from '../http/errors.ts';
import type { Serve } from '../http/serve.ts';
import type { Live } from './live.ts';

interface Reader {
  readonly id: string;
  readonly session_id: string;
}

/** The stream of hints. It holds its connection; when the app closes, its reader is asked to come back. */
export function liveRoutes(app: FastifyInstance, serve: Serve<Reader>, { live }: { readonly live: Live }): void {
  app.addHook('preClose', async () => live.endStreams());

  serve(contract.openLive, async ({ user, reply }) => {
    if (!live.hasRoom()) fail('overloaded');
    // A hijacked answer has only what is set here, so the headers of every answer are handed on.
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // Neither caches nor proxies may hold an event back.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    live.open({ user_id: user.id, session_id: user.session_id }, reply.raw);
    // From here on no change is missed: whoever sees the head may ask for what they show.
    reply.raw.flushHeaders();
  });
}
