import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiObject } from 'zod-openapi';
import { PATH_PARAMETER_MAX } from '#domain/limits.ts';
import { docs } from '#platform/contract/describe.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { API } from '../api.ts';
import { scopeOf } from '../api-token-scopes.ts';
import { EXAMPLE_VALUES, EXAMPLES } from '../examples.ts';
import { API_VERSION } from '../version.ts';
import { answersOf } from './answers.ts';
import { ABOUT, FILES, PATH_PARAMETERS, TAGS } from './calls.ts';
import { describeEvents } from './events.ts';
import { HEADER_PARAMETERS, HEADERS, headerParametersOf } from './headers.ts';
import { describeRates, listRates } from './rates.ts';
import { finish, type Json, overrideSchema, withIdFormat } from './schemas.ts';

/** The sample body of a call with example IDs. Only pages for signed-in readers have the reader's own values. */
const exampleOf = (name: string): unknown =>
  EXAMPLES[name] &&
  JSON.parse(
    JSON.stringify(EXAMPLES[name]).replaceAll(
      /MISSION_ID|USER_ID|TODAY/g,
      (word) => EXAMPLE_VALUES[word as keyof typeof EXAMPLE_VALUES],
    ),
  );

function describeParameter(path: string, name: string): string {
  const parts = path.split('/');
  const key = `${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`;
  return PATH_PARAMETERS[key] ?? missing(`the parameter ${key}`);
}

function missing(what: string): never {
  throw new Error(`src/contract/document has no text for ${what}`);
}

function bodyOf(name: string, { body, files, method }: Endpoint): Json | undefined {
  const example = exampleOf(name);
  const json = body && { schema: body, ...(example ? { example } : {}) };
  const patch = method === 'PATCH' && { 'application/merge-patch+json': json };
  if (!files) return json && { required: true, content: { 'application/json': json, ...patch } };
  const parts = Object.entries(files).map(([part, { optional }]) => {
    const file = z
      .string()
      .register(docs, { format: 'binary', description: FILES[part] ?? missing(`the file ${part}`) });
    return [part, optional ? z.optional(file) : file];
  });
  const multipart = z.object({ ...(body as z.ZodMiniObject | undefined)?.shape, ...Object.fromEntries(parts) });
  return {
    required: true,
    content: { ...(json ? { 'application/json': json } : {}), 'multipart/form-data': { schema: multipart } },
  };
}

/** Says in one sentence who can make a call. */
function callersOf(endpoint: Endpoint): string {
  if (endpoint.access === 'public') return 'Anyone can call it.';
  if (endpoint.access === 'admin') return "Needs the operator's session.";
  const scope = scopeOf(endpoint);
  return scope === null
    ? 'Needs a session; no API token opens it.'
    : `Needs a session, or an API token with the scope \`${scope}\`.`;
}

const SCHEMES = { user: 'session', admin: 'operator' } as const;

function operationOf(name: string, endpoint: Endpoint, shared: Json): Json {
  const { summary, aliases = [], access, path, params, query } = endpoint;
  const body = bodyOf(name, endpoint);
  const scope = scopeOf(endpoint);
  const rates = listRates(endpoint);
  const formerly = aliases.map((alias) => `\`${alias}\` is the same call under its earlier path.`);
  const headers = headerParametersOf(endpoint).map((id) => ({ $ref: `#/components/parameters/${id}` }));
  return {
    operationId: name,
    summary,
    description: [ABOUT[name], ...formerly, callersOf(endpoint), describeRates(endpoint)].filter(Boolean).join(' '),
    tags: [path.split('/')[2]],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: access === 'public' ? [] : [{ [SCHEMES[access]]: [] }, ...(scope ? [{ token: [] }] : [])],
    // The scope that a personal API token needs. Tokens cannot make calls without a scope.
    ...(scope ? { 'x-token-scope': scope } : {}),
    ...(rates.length > 0 ? { 'x-ratelimit': rates } : {}),
    ...(params || query ? { requestParams: { ...(params && { path: params }), ...(query && { query }) } } : {}),
    ...(headers.length > 0 ? { parameters: headers } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(endpoint, shared),
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

function finishParameter(path: string, parameter: Json): Json {
  if ('$ref' in parameter) return parameter;
  const name = parameter.name as string;
  const { description = describeParameter(path, name), ...rest } = parameter.schema as Json;
  const schema = withIdFormat(name, rest);
  const isBounded = parameter.in !== 'path' || 'format' in schema || 'pattern' in schema;
  return { ...parameter, description, schema: isBounded ? schema : { ...schema, maxLength: PATH_PARAMETER_MAX } };
}

/** The parts of a created document that still change. */
interface Created extends Json {
  readonly paths: Record<string, Record<string, { parameters?: Json[] }>>;
  readonly components: { readonly headers: Json };
}

/** Creates the OpenAPI 3.1 document of the contract for a server at `publicUrl`. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  const responses: Json = {};
  for (const [name, endpoint] of Object.entries(API))
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, responses),
    };
  const tags = new Set(Object.keys(paths).map((path) => path.split('/')[2]!));
  const document = createDocument(
    {
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
      webhooks: describeEvents(),
      components: { responses, headers: HEADERS, parameters: HEADER_PARAMETERS, securitySchemes: SECURITY },
    } as object as ZodOpenApiObject,
    { override: overrideSchema },
  );
  const finished = finish(document as object as Created);
  for (const [path, methods] of Object.entries(finished.paths))
    for (const operation of Object.values(methods))
      if (operation.parameters)
        operation.parameters = operation.parameters.map((parameter) => finishParameter(path, parameter));
  const written = JSON.stringify(finished);
  const { headers } = finished.components;
  for (const name of Object.keys(headers))
    if (!written.includes(`"#/components/headers/${name}"`)) delete headers[name];
  return finished;
}
