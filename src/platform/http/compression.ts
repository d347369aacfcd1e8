import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { encodingFor } from './negotiation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    secret?: boolean;
  }
}

/** Compressing shorter responses costs more than it saves. */
const SMALL_BYTES = 1024;
/**
 * Compresses up to this size in this thread, within about 0.1 ms. Another thread takes longer and can be busy with
 * password hashes (docs/decisions/0046).
 */
const AT_ONCE_MAX = 24 * 1024;
/** Larger responses are compressed in another thread, where the request can take longer. */
const BROTLI_QUALITY = { at_once: 3, later: 5 };
/** In bits. Larger windows cost setup for every response and compress no better. */
const BROTLI_WINDOW = 18;

const brotliOptions = (length: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: length <= AT_ONCE_MAX ? BROTLI_QUALITY.at_once : BROTLI_QUALITY.later,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** Returns true if a text is worth compressing. */
export const isLong = (text: string): boolean =>
  text.length > SMALL_BYTES || (text.length * 3 > SMALL_BYTES && Buffer.byteLength(text) > SMALL_BYTES);

/** Adds a request header to `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json');

/**
 * Compresses long JSON responses with brotli or gzip. Skips streams, files, buffers, and responses with a secret, whose
 * length would reveal it.
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isLong(payload) || !isJson(reply)) return done();
    if (request.routeOptions.config.secret) return done();
    addVary(reply, 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === 'identity') return done();
    reply.header('content-encoding', encoding);
    const isBrotli = encoding === 'br';
    const options = isBrotli ? brotliOptions(payload.length) : {};
    if (payload.length <= AT_ONCE_MAX) return done(null, (isBrotli ? brotliCompressSync : gzipSync)(payload, options));
    const send = (error: Error | null, bytes: Buffer) => (error ? done(error) : done(null, bytes));
    if (isBrotli) brotliCompress(payload, options, send);
    else gzip(payload, options, send);
  });
}
