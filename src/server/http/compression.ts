import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Answers of so many bytes go as they are: their compression costs more than it saves. */
const SMALL_BYTES = 1024;
/**
 * Answers up to this length are compressed in one call on the event loop: 40 kB take some 0.3 ms. Longer ones
 * are streamed through another thread, where they wait behind passwords that are being hashed.
 */
const AT_ONCE_BYTES_MAX = 128 * 1024;
const BROTLI_QUALITY = 3;
/** The window in bits: larger ones are set up for every answer and make none smaller. */
const BROTLI_WINDOW = 18;

/**
 * Compresses JSON that is long enough, with brotli or gzip as the client accepts it, in all routes that are registered
 * afterwards. A route whose answers contain a secret sets `compress: false`, because their length would reveal it.
 */
export async function compressJson(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    threshold: SMALL_BYTES + 1,
    syncThreshold: AT_ONCE_BYTES_MAX,
    globalDecompression: false,
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      },
    },
  });
  // Fastify empties the body of HEAD before the hooks of the route, so the headers would be those of the plain answer.
  app.addHook('onRoute', ({ method, onSend }) => {
    if (method === 'HEAD' && Array.isArray(onSend)) onSend.reverse();
  });
}

/** Whether a text is so long that it is compressed for those who accept it. */
export const isLong = (text: string): boolean =>
  // A character takes three bytes at most.
  text.length > SMALL_BYTES || (text.length * 3 > SMALL_BYTES && Buffer.byteLength(text) > SMALL_BYTES);

/** Adds the name of a request header on which the answer depends. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}
