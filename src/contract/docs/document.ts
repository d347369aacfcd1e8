import * as z from 'zod/mini';
import { API } from '../api.ts';
import { scopeOf } from '../api-token-scopes.ts';
import type { Endpoint } from '../endpoint.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { EXAMPLES } from '../examples.ts';

type Json = Record<string, unknown>;

/** A schema as JSON Schema draft 7, without the parts that the serializer does not need. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' });
  return rest as Json;
}

const ANY_CALL: ErrorCode[] = ['too_many_requests', 'internal', 'overloaded', 'unavailable'];

const errorAnswers = (endpoint: Endpoint) => {
  const codes = [
    ...(endpoint.access === 'public' ? [] : (['not_signed_in'] as const)),
    ...(endpoint.body || endpoint.files ? (['invalid_input', 'malformed_body'] as const) : []),
    ...(endpoint.errors ?? []),
    ...ANY_CALL,
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].detail}`).join('; '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestBody(name: string, endpoint: Endpoint): Json | undefined {
  if (!endpoint.body && !endpoint.files) return undefined;
  const fields = endpoint.body ? jsonSchema(endpoint.body, 'input') : { type: 'object', properties: {} };
  const example = EXAMPLES[name];
  const json = { schema: fields, ...(example ? { example } : {}) };
  if (!endpoint.files) return { required: true, content: { 'application/json': json } };
  const files = Object.fromEntries(
    Object.keys(endpoint.files).map((name) => [name, { type: 'string', format: 'binary' }]),
  );
  const multipart = { ...fields, properties: { ...(fields.properties as Json), ...files } };
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: multipart },
      ...(endpoint.body ? { 'application/json': json } : {}),
    },
  };
}

const SCHEMES = { user: 'session', admin: 'operator' } as const;

function goodAnswer(endpoint: Endpoint): Json {
  if (endpoint.events)
    return {
      description: 'A stream',
      content: { 'text/event-stream': { schema: jsonSchema(endpoint.events, 'output') } },
    };
  if (endpoint.download)
    return {
      description: 'The file',
      content: { [endpoint.download]: { schema: { type: 'string', format: 'binary' } } },
    };
  return endpoint.response
    ? { description: 'Done', content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } } }
    : { description: 'Done, no body' };
}

function operation(name: string, endpoint: Endpoint): Json {
  const status = String(endpoint.status ?? (endpoint.response || endpoint.events || endpoint.download ? 200 : 204));
  const body = requestBody(name, endpoint);
  const scope = scopeOf(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security:
      endpoint.access === 'public' ? [] : [{ [SCHEMES[endpoint.access]]: [] }, ...(scope ? [{ token: [] }] : [])],
    // The scope that a personal API token needs; calls without one are closed to tokens.
    ...(scope ? { 'x-token-scope': scope } : {}),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [status]: goodAnswer(endpoint),
      ...errorAnswers(endpoint),
    },
  };
}

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(API))
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  return {
    openapi: '3.1.0',
    info: { title: 'Emberkin', version: '1', description: 'Build good habits. Together.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token' },
        operator: { type: 'http', scheme: 'bearer', description: "The access token of the operator's sign-in" },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'detail'],
          properties: {
            code: { type: 'string', enum: Object.keys(ERRORS) },
            detail: { type: 'string' },
            errors: {
              type: 'array',
              items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
          },
        },
      },
    },
  };
}
