import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { encodingFor } from './negotiation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answers of the route have a secret in them. */
    secret?: boolean;
  }
}

/** Answers of so many bytes go as they are: their compression costs more than it saves. */
const SMALL_BYTES = 1024;
/**
 * So many characters are compressed at once, within some 0.1 ms; handing them to another thread takes longer, and behind
 * passwords that are being hashed they would wait (docs/decisions/0046).
 */
const AT_ONCE_MAX = 24 * 1024;
/** The quality while the request waits in this thread, and in another one, where a larger answer may take longer. */
const BROTLI_QUALITY = { at_once: 3, later: 5 };
/** The window in bits: larger ones are set up for every answer and make none smaller. */
const BROTLI_WINDOW = 18;

const brotliOptions = (length: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: length <= AT_ONCE_MAX ? BROTLI_QUALITY.at_once : BROTLI_QUALITY.later,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** Whether a text is so long that it is compressed for those who accept it. */
export const isLong = (text: string): boolean =>
  // A character takes three bytes at most.
  text.length > SMALL_BYTES || (text.length * 3 > SMALL_BYTES && Buffer.byteLength(text) > SMALL_BYTES);

/** Adds the name of a request header on which the answer depends. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json');

/**
 * Compresses JSON that is long enough, with brotli or gzip as the client accepts it. Streams, files and buffers go as they
 * are, as do answers with a secret: their length would tell of it.
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
