import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addVary } from './compression.ts';
import { sendTagged } from './tags.ts';

/** A schema as JSON Schema draft 7, without the parts that the serializer does not need. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
    metadata: z.registry(),
  });
  return rest;
}

/** Writes the document at the first request for it, which also loads its texts. */
async function writeDocument(publicUrl: string): Promise<string> {
  const { openApiDocument } = await import('#contract/document/document.ts');
  return JSON.stringify(openApiDocument(publicUrl));
}

/** Serves the document to anybody, pages of other origins too: it holds nothing of a user, and nothing is secret. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  let written: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    written ??= writeDocument(publicUrl);
    reply.headers({ 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' });
    addVary(reply, 'accept-encoding');
    return sendTagged(reply, 'application/json; charset=utf-8', await written);
  });
}
