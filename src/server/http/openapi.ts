import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type MemoryFile, sendFile, toMemoryFile } from './memory-files.ts';
import { tagOf } from './negotiation.ts';

/** A schema as JSON Schema draft 7, without the parts that the serializer does not need. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest;
}

/** The document as it is sent, made with the first request for it; its texts and examples are loaded then as well. */
async function writeDocument(publicUrl: string): Promise<MemoryFile> {
  const { openApiDocument } = await import('#contract/document/document.ts');
  const text = JSON.stringify(openApiDocument(publicUrl));
  return toMemoryFile(text, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    etag: tagOf(text),
  });
}

/** Serves the document to anybody, pages of other origins too: it holds nothing of a user, and nothing is secret. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  let written: Promise<MemoryFile> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    written ??= writeDocument(publicUrl);
    return sendFile(request, reply, await written);
  });
}
