import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Encoding, encodingFor, isNamed } from './negotiation.ts';

/** A schema as JSON Schema draft 7, without the parts that the serializer does not need. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest;
}

interface Sendable {
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** The document as it is sent, made with the first request for it; its words and examples are loaded then as well. */
async function writeDocument(publicUrl: string): Promise<Sendable> {
  const { openApiDocument } = await import('#contract/document/document.ts');
  const identity = Buffer.from(JSON.stringify(openApiDocument(publicUrl)));
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  const etag = `W/"${createHash('sha1').update(identity).digest('hex').slice(0, 16)}"`;
  return { etag, bodies: { br, gzip: gzipped, identity } };
}

/** Serves the document to anybody, pages of other origins too: it holds nothing of a user, and nothing is secret. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  let written: Promise<Sendable> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    written ??= writeDocument(publicUrl);
    const { etag, bodies } = await written;
    reply.headers({
      etag,
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'cache-control': 'public, no-cache',
    });
    if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bodies[encoding]);
  });
}
