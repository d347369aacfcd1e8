import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './compression.ts';
import { type Encoding, encodingFor, matchesTag } from './negotiation.ts';

export interface MemoryFile {
  readonly bodies: { readonly identity: Buffer } & { readonly [encoding in Encoding]?: Buffer | undefined };
  readonly headers: Readonly<Record<string, string>>;
}

/** Compresses a file into memory; brotli's `quality` is from 0 (fast) to 11 (small). */
export async function toMemoryFile(
  content: string | Buffer,
  headers: MemoryFile['headers'],
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<MemoryFile> {
  const identity = Buffer.from(content);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, options), promisify(gzip)(identity)]);
  return { bodies: { br, gzip: zipped, identity }, headers };
}

/** Sends a file from memory in the best accepted encoding, or a 304 if the client's tag matches. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { bodies, headers }: MemoryFile): FastifyReply {
  addVary(reply, 'accept-encoding');
  reply.headers(headers);
  if (headers.etag !== undefined && matchesTag(request.headers['if-none-match'], headers.etag))
    return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding']);
  const body = bodies[encoding];
  if (!body) return reply.send(bodies.identity);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}
