import type * as z from 'zod/mini';
import { PATH_PARAMETER_MAX } from '#domain/limits.ts';
import { API } from '../api.ts';
import { scopeOf } from '../api-token-scopes.ts';
import { API_VERSION } from '../changes.ts';
import type { Endpoint } from '../endpoint.ts';
import { EXAMPLE_VALUES, EXAMPLES } from '../examples.ts';
import { answersOf } from './answers.ts';
import { ABOUT, FILES, PATH_PARAMETERS, TAGS } from './calls.ts';
import { ErrorAnswer } from './error.ts';
import { describeEvents } from './events.ts';
import { HEADER_PARAMETERS, HEADERS, headerParametersOf } from './headers.ts';
import { describeRates, listRates } from './rates.ts';
import { Components, type Json } from './schemas.ts';

/** The sample body of a call, with values for the reader's own, which only pages for signed-in readers know. */
const exampleOf = (name: string): unknown =>
  EXAMPLES[name] &&
  JSON.parse(
    JSON.stringify(EXAMPLES[name]).replaceAll(
      /MISSION_ID|USER_ID|TODAY/g,
      (word) => EXAMPLE_VALUES[word as keyof typeof EXAMPLE_VALUES],
    ),
  );

function parametersIn(schema: z.ZodMiniType | undefined, place: 'path' | 'query', endpoint: Endpoint, all: Components) {
  if (!schema) return [];
  const { properties = {}, required = [] } = all.of(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...(place === 'path' || required.includes(name) ? { required: true } : {}),
    description: description ?? describeParameter(endpoint.path, name),
    schema:
      place === 'path' && !('format' in rest || 'pattern' in rest) ? { ...rest, maxLength: PATH_PARAMETER_MAX } : rest,
  }));
}

/** The words of a path's parameter, by the part of the path before it. */
function describeParameter(path: string, name: string): string {
  const parts = path.split('/');
  const key = `${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`;
  return PATH_PARAMETERS[key] ?? missing(`the parameter ${key}`);
}

function missing(what: string): never {
  throw new Error(`src/contract/document has no words for ${what}`);
}

function bodyOf(name: string, endpoint: Endpoint, components: Components): Json | undefined {
  const { body, files } = endpoint;
  const example = exampleOf(name);
  const json = body && { schema: components.of(body, 'input'), ...(example ? { example } : {}) };
  if (!files) {
    const patch = endpoint.method === 'PATCH' && { 'application/merge-patch+json': json };
    return json && { required: true, content: { 'application/json': json, ...patch } };
  }
  const parts = Object.keys(files).map((part) => [
    part,
    { type: 'string', format: 'binary', description: FILES[part] ?? missing(`the file ${part}`) },
  ]);
  const fields = { type: 'object', ...components.written(json?.schema) } as Json;
  const wanted = Object.entries(files).flatMap(([part, { optional }]) => (optional ? [] : [part]));
  const required = [...((fields.required as string[] | undefined) ?? []), ...wanted];
  const multipart = {
    ...fields,
    properties: { ...(fields.properties as Json), ...Object.fromEntries(parts) },
    ...(required.length > 0 ? { required } : {}),
  };
  return {
    required: true,
    content: {
      ...(json ? { 'application/json': json } : {}),
      'multipart/form-data': { schema: multipart },
    },
  };
}

/** Who can make a call, in a sentence. */
function callersOf(endpoint: Endpoint): string {
  if (endpoint.access === 'public') return 'Anyone can call it.';
  if (endpoint.access === 'admin') return "Needs the operator's session.";
  const scope = scopeOf(endpoint);
  return scope === null
    ? 'Needs a session; no API token opens it.'
    : `Needs a session, or an API token with the scope \`${scope}\`.`;
}

const SCHEMES = { user: 'session', admin: 'operator' } as const;

function operationOf(name: string, endpoint: Endpoint, components: Components): Json {
  const { summary, aliases = [], access, path } = endpoint;
  const body = bodyOf(name, endpoint, components);
  const scope = scopeOf(endpoint);
  const rates = listRates(endpoint);
  const formerly = aliases.map((alias) => `\`${alias}\` is the same call under its earlier path.`);
  const parameters = [
    ...parametersIn(endpoint.params, 'path', endpoint, components),
    ...parametersIn(endpoint.query, 'query', endpoint, components),
    ...headerParametersOf(endpoint).map((id) => ({ $ref: `#/components/parameters/${id}` })),
  ];
  return {
    operationId: name,
    summary,
    description: [ABOUT[name], ...formerly, callersOf(endpoint), describeRates(endpoint)].filter(Boolean).join(' '),
    tags: [path.split('/')[2]],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: access === 'public' ? [] : [{ [SCHEMES[access]]: [] }, ...(scope ? [{ token: [] }] : [])],
    // The scope that a personal API token needs; calls without one are closed to tokens.
    ...(scope ? { 'x-token-scope': scope } : {}),
    ...(rates.length > 0 ? { 'x-ratelimit': rates } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(endpoint, components),
  };
}

const DESCRIPTION = `Build good habits. Together.

People sign in and use a session; programs use a personal API token, which you create in the app under "API". Both are sent as \`Authorization: Bearer …\`. A token reads, or reads and writes, and opens the calls about missions.

Ids are UUIDs, instants are in UTC with a \`Z\`, days are \`YYYY-MM-DD\` in the timezone of the person they are about. Every failure has a \`code\`, which never changes, and a \`detail\`, which is a sentence for people; a 422 lists every wrong field.

Nothing that you send or read is taken away or narrowed. Answers can gain properties and codes, so ignore what you do not know.`;

const SECURITY = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
  token: { type: 'http', scheme: 'bearer', description: 'A personal API token, which begins with `emb_`.' },
  operator: { type: 'http', scheme: 'bearer', description: "The access token of the operator's sign-in." },
};

/** The OpenAPI 3.1 document of the contract, for a server at `publicUrl`. */
export function openApiDocument(publicUrl: string): Json {
  const components = new Components();
  // Before the operations: all their failures refer to it.
  components.of(ErrorAnswer, 'output');
  // The answers first, so that what differs as input is what gets a second name.
  for (const { response, events } of Object.values(API))
    for (const schema of [response, events]) if (schema) components.of(schema, 'output');
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(API))
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, components),
    };
  const webhooks = describeEvents(components);
  const tags = new Set(Object.keys(paths).map((path) => path.split('/')[2]!));
  const written = JSON.stringify([paths, components.responses]);
  const usedOf = (kind: string, all: Readonly<Record<string, Json>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => written.includes(`"#/components/${kind}/${id}"`)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Emberkin',
      version: API_VERSION,
      summary: 'Missions, check-ins, streaks and the people who keep them together.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server', url: publicUrl },
    },
    servers: [{ url: publicUrl, description: 'This server.' }],
    tags: [...tags].sort().map((name) => ({ name, description: TAGS[name] ?? missing(`the tag ${name}`) })),
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: usedOf('headers', HEADERS),
      parameters: usedOf('parameters', HEADER_PARAMETERS),
      securitySchemes: SECURITY,
    },
  };
}
