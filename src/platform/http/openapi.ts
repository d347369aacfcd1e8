import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type MemoryFile, sendFile, toMemoryFile } from './memory-files.ts';
import { tagOf } from './negotiation.ts';

/** Converts a schema to JSON Schema draft 7 for the serializer. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest;
}

const OF_DOCUMENT = { 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' };

type CreateDocument = () => Promise<object>;

/** Creates the document for its first request, which also loads its texts and examples. */
async function writeDocument(createDocument: CreateDocument): Promise<MemoryFile> {
  const text = JSON.stringify(await createDocument());
  return toMemoryFile(text, {
    'content-type': 'application/json; charset=utf-8',
    ...OF_DOCUMENT,
    etag: tagOf(text),
  });
}

async function writeYaml(json: Buffer): Promise<MemoryFile> {
  const { stringify } = await import('yaml');
  const text = stringify(JSON.parse(json.toString()), { lineWidth: 0 });
  return toMemoryFile(text, {
    'content-type': 'application/yaml; charset=utf-8',
    ...OF_DOCUMENT,
    etag: tagOf(text),
  });
}

/** Serves the document to all origins, because it contains no user data and no secret. */
export function serveDocument(app: FastifyInstance, createDocument: CreateDocument): void {
  let json: Promise<MemoryFile> | undefined;
  let yaml: Promise<MemoryFile> | undefined;
  const readJson = () => {
    json ??= writeDocument(createDocument).catch((error: unknown) => {
      json = undefined;
      throw error;
    });
    return json;
  };
  app.get('/api/openapi.json', async (request, reply) => sendFile(request, reply, await readJson()));
  app.get('/api/openapi.yaml', async (request, reply) => {
    yaml ??= readJson()
      .then(({ bodies }) => writeYaml(bodies.identity))
      .catch((error: unknown) => {
        yaml = undefined;
        throw error;
      });
    return sendFile(request, reply, await yaml);
  });
}
