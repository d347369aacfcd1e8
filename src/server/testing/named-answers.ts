import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { API } from '#contract/api.ts';
import { codesOf, goodStatusOf } from '#contract/document/answers.ts';
import { openApiDocument } from '#contract/document/document.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { ApiDocument } from './document-fields.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<Endpoint | null, ValidateFunction>();
let document: ApiDocument | undefined;

/** Returns the document's schema for a call's successful response; for errors if the call is null. */
function findSchema({ paths, components }: ApiDocument, endpoint: Endpoint | null) {
  if (!endpoint) return components?.schemas?.Error;
  const { responses } = paths[endpoint.path]![endpoint.method.toLowerCase()]!;
  return responses[goodStatusOf(endpoint)]!.content!['application/json']!.schema;
}

/** Compiles the schema on first use. */
function validatorOf(endpoint: Endpoint | null): ValidateFunction {
  const known = validators.get(endpoint);
  if (known) return known;
  document ??= openApiDocument('http://emberkin.test') as unknown as ApiDocument;
  const validate = ajv.compile({ ...findSchema(document, endpoint), components: document.components });
  validators.set(endpoint, validate);
  return validate;
}

const routes = new Map(
  Object.entries(API).flatMap(([name, endpoint]) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [
      `${endpoint.method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      { name, endpoint, codes: new Set(codesOf(endpoint)) },
    ]),
  ),
);

const mistakesOf = (validate: ValidateFunction, body: unknown) =>
  validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: 'the body' });

/** Returns the difference between a response and the document, or null if there is none. */
function wrongWith(route: string, status: number, payload: unknown): string | null {
  const found = routes.get(route);
  if (!found) return null;
  const { name, endpoint, codes } = found;
  const refuse = (reason: string) => `${name} answered ${status}: ${reason}`;
  const body = typeof payload === 'string' && payload !== '' ? (JSON.parse(payload) as unknown) : undefined;
  if (status < 400) {
    if (status === 304 && endpoint.etag) return null;
    if (status !== goodStatusOf(endpoint)) return refuse('the document has another status');
    if (!endpoint.response || body === undefined) return null;
    const mistakes = mistakesOf(validatorOf(endpoint), body);
    return mistakes && refuse(mistakes);
  }
  if (body === undefined) return null;
  const { code } = body as { code?: ErrorCode };
  if (code === undefined || !codes.has(code) || ERRORS[code] !== status)
    return refuse(`the document does not name ${code}`);
  const mistakes = mistakesOf(validatorOf(null), body);
  return mistakes && refuse(mistakes);
}

/** Collects differences between an app's responses and the document. Real connections count too. */
export function collectUnnamed(app: FastifyInstance, unnamed: Set<string>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('content-encoding') !== undefined) return;
    const wrong = wrongWith(`${request.method} ${request.routeOptions.url}`, reply.statusCode, payload);
    if (wrong !== null) unnamed.add(wrong);
  });
}
