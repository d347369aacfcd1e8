import type { Readable } from 'node:stream';
import fastJson, { type Schema as JsonSchema } from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { addVary, isLong } from './compression.ts';
import { translateOf } from './language.ts';
import { matchesTag, tagOf } from './negotiation.ts';
import { jsonSchema } from './openapi.ts';

export interface Download {
  readonly name: string;
  readonly stream: Readable;
}

const fillLocation = (location: string, answer: unknown) =>
  location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    String(path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], answer)),
  );

const serializers = new WeakMap<NonNullable<Endpoint['response']>, (result: unknown) => string>();

/** Compiles a schema's serializer for its first response. Compiling all takes a third of startup. */
function serializerOf(response: NonNullable<Endpoint['response']>): (result: unknown) => string {
  const known = serializers.get(response);
  if (known) return known;
  const serialize = fastJson(jsonSchema(response, 'output') as unknown as JsonSchema);
  serializers.set(response, serialize);
  return serialize;
}

/** Sends a handler's result. The response schema serializes it and is the whitelist of fields. */
export function makeSend(endpoint: Endpoint, check: boolean) {
  const { response, download, location, etag, translated } = endpoint;
  const status = endpoint.status ?? (response || download ? 200 : 204);
  return (reply: FastifyReply, result: unknown): FastifyReply => {
    reply.code(status).header('cache-control', 'no-store');
    if (download) {
      const { name, stream } = result as Download;
      reply.type(download).header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(stream);
    }
    if (!response) return reply.send();
    if (check) z.parse(response, result);
    const text = serializerOf(response)(result);
    if (location) reply.header('location', fillLocation(location, result));
    if (translated) reply.header('content-language', translateOf(reply.request).language.tag);
    if (etag) {
      const tag = tagOf(text);
      reply.header('etag', tag);
      if (matchesTag(reply.request.headers['if-none-match'], tag)) {
        if (isLong(text)) addVary(reply, 'accept-encoding');
        return reply.code(304).send();
      }
    }
    return reply.type('application/json; charset=utf-8').send(text);
  };
}

/** Returns the headers of a deprecated call (RFC 9745, RFC 8594), or null for other calls. */
export function deprecationHeaders({ deprecated }: Endpoint): Record<string, string> | null {
  if (!deprecated) return null;
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    sunset: new Date(deprecated.sunset).toUTCString(),
    link: '</docs/api/changes>; rel="deprecation"; type="text/html"',
  };
}
