import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_VERSION } from '#contract/version.ts';
import { ROOT } from '#platform/start/root.ts';
import { listBreakingChanges } from '#server/testing/compare-documents.ts';
import type { ApiDocument } from '#server/testing/document-fields.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const read = async () => JSON.parse(await readFile(join(ROOT, 'src/platform/http/fixtures/openapi.json'), 'utf8'));
const published = await read();
const isServed = (method: string, path: string) =>
  t.app.hasRoute({ method: method as 'GET', url: path.replaceAll(/\{(\w+)\}/g, ':$1') });

const small = () => ({
  paths: {
    '/api/things/{id}': {
      put: {
        operationId: 'changeThing',
        security: [{ session: [] }, { token: [] }] as object[],
        'x-token-scope': 'read',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'kind', in: 'query', required: false, schema: { type: 'string', enum: ['a', 'b'] } },
        ] as object[],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 60, pattern: '^[a-z]+$' },
                  size: { anyOf: [{ type: 'number', minimum: 1, maximum: 9 }, { type: 'null' }] },
                },
                required: ['name'],
              } as Record<string, unknown>,
            },
          } as Record<string, object>,
        },
        responses: {
          '200': {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            headers: { ETag: {} },
          },
          '404': { description: '`thing_not_found`: It is gone; `box_not_found`: So is its box' },
        } as Record<string, object>,
      },
    },
  },
  webhooks: {
    'thing.changed': {
      post: {
        operationId: 'onThingChanged',
        parameters: [{ name: 'webhook-id', in: 'header' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          count: { type: 'number' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        } as Record<string, object>,
        required: ['name', 'count'],
      },
    },
  },
});
type Small = ReturnType<typeof small>;
const put = (document: Small) => document.paths['/api/things/{id}'].put;
const bodyOf = (document: Small) =>
  (put(document).requestBody.content['application/json'] as { schema: { properties: Record<string, object> } }).schema;
const sized = (limits: object) => ({ type: ['number', 'null'], minimum: 1, maximum: 9, ...limits });
const compare = (change: (document: Small) => void, served = false) => {
  const after = small();
  change(after);
  return listBreakingChanges(small() as ApiDocument, after as ApiDocument, () => served);
};

describe('the published API', () => {
  it('has lost or narrowed nothing', async () => {
    const document = (await t.app.inject('/api/openapi.json')).json();
    expect(listBreakingChanges(published, document, isServed)).toEqual([]);
    interface Codes {
      components: { schemas: { Error: { properties: { code: { enum?: string[]; anyOf?: { enum?: string[] }[] } } } } };
    }
    const codes = ({ components }: Codes) => {
      const { enum: closed, anyOf } = components.schemas.Error.properties.code;
      return closed ?? anyOf?.[0]?.enum ?? [];
    };
    expect(codes(document)).toEqual(expect.arrayContaining(codes(published)));
  });

  it('has a version per changelog entry, newest first: a heading, its day and sentences', async () => {
    const { info } = (await t.app.inject('/api/openapi.json')).json();
    const [, ...entries] = (await readFile(join(ROOT, 'docs/api/changes.md'), 'utf8')).split('\n## ');
    const versions = entries.map((entry) => /^Version (\S+)\n/.exec(entry)?.[1]);
    expect(versions).toEqual(entries.map((_, at) => `1.${24 + entries.length - at}`));
    expect([info.version, API_VERSION]).toEqual([versions[0], versions[0]]);
    const days = entries.map((entry) => Date.parse(/\n\n(\w+ \d+, \d{4})\n\n[\s\S]+\.\n*$/.exec(entry)?.[1] ?? ''));
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(days).not.toContain(Number.NaN);
  });
});

describe('listBreakingChanges', () => {
  it.each<[string, (document: Small) => void]>([
    ['nothing', () => undefined],
    ['an optional parameter', (d) => put(d).parameters.push({ name: 'since', in: 'query', required: false })],
    ['an optional field', (d) => Object.assign(bodyOf(d).properties, { colour: { type: 'string' } })],
    [
      'a field of the answer',
      (d) => Object.assign(d.components.schemas.Thing.properties, { colour: { type: 'string' } }),
    ],
    ['a status', (d) => Object.assign(put(d).responses, { '409': {} })],
    [
      'one more value',
      (d) => Object.assign(put(d).parameters[1]!, { schema: { type: 'string', enum: ['a', 'b', 'c'] } }),
    ],
    [
      'a number that is whole',
      (d) => Object.assign(d.components.schemas.Thing.properties, { count: { type: 'integer' } }),
    ],
    [
      'an optional object with required fields',
      (d) =>
        Object.assign(bodyOf(d).properties, {
          place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        }),
    ],
    [
      'an optional list',
      (d) => Object.assign(bodyOf(d).properties, { tags: { type: 'array', items: { type: 'string' } } }),
    ],
    ['callers', (d) => Object.assign(put(d), { security: [] })],
    [
      'room',
      (d) =>
        Object.assign(bodyOf(d).properties, {
          name: { type: 'string', maxLength: 61 },
          size: { type: ['number', 'null'], minimum: 0, maximum: 10 },
        }),
    ],
    ['words about a limit', (d) => Object.assign(put(d).parameters[0]!, { schema: { type: 'string', maxLength: 36 } })],
    [
      'a code and a header',
      (d) =>
        Object.assign(put(d).responses, {
          '404': {
            description: '`a_third`: A third; `box_not_found`: Other words; `thing_not_found`: Gone',
            headers: { Link: {} },
          },
        }),
    ],
    ['an event', (d) => Object.assign(d.webhooks, { 'thing.gone': {} })],
  ])('accepts an API that gained %s', (_, change) => {
    expect(compare(change)).toEqual([]);
  });

  it.each<[string, (document: Small) => void]>([
    ['is gone', (d) => Object.assign(d, { paths: {} })],
    ['parameter query kind is gone', (d) => put(d).parameters.pop()],
    [
      'parameter query kind takes fewer values',
      (d) => Object.assign(put(d).parameters[1]!, { schema: { enum: ['a'] } }),
    ],
    ['parameter query kind has become required', (d) => Object.assign(put(d).parameters[1]!, { required: true })],
    ['size has become required', (d) => Object.assign(bodyOf(d), { required: ['name', 'size'] })],
    ['size takes fewer types', (d) => Object.assign(bodyOf(d).properties, { size: { type: 'number' } })],
    ['size is not accepted any more', (d) => delete bodyOf(d).properties.size],
    ['name takes fewer values', (d) => Object.assign(bodyOf(d).properties, { name: { enum: ['x'] } })],
    ['application/json is not accepted any more', (d) => delete put(d).requestBody.content['application/json']],
    ['200 count is gone', (d) => delete d.components.schemas.Thing.properties.count],
    ['200 count may be missing', (d) => Object.assign(d.components.schemas.Thing, { required: ['name'] })],
    [
      '200 name may be of another type',
      (d) => Object.assign(d.components.schemas.Thing.properties, { name: { type: ['string', 'null'] } }),
    ],
    ['404 is gone', (d) => delete put(d).responses['404']],
    ['name has a narrower minLength', (d) => Object.assign(bodyOf(d).properties.name!, { minLength: 2 })],
    ['name has a narrower maxLength', (d) => Object.assign(bodyOf(d).properties.name!, { maxLength: 59 })],
    ['name has a narrower pattern', (d) => Object.assign(bodyOf(d).properties.name!, { pattern: '^[a-y]+$' })],
    ['size has a narrower minimum', (d) => Object.assign(bodyOf(d).properties, { size: sized({ minimum: 2 }) })],
    ['size has a narrower maximum', (d) => Object.assign(bodyOf(d).properties, { size: sized({ maximum: 8 }) })],
    ['token does not open it any more', (d) => put(d).security.pop()],
    ['tokens of the scope read do not open it', (d) => Object.assign(put(d), { 'x-token-scope': 'write' })],
    ['200 has no ETag any more', (d) => Object.assign(put(d).responses['200']!, { headers: {} })],
    [
      '404 is never box_not_found any more',
      (d) => Object.assign(put(d).responses['404']!, { description: '`thing_not_found`: It is gone' }),
    ],
    ['event thing.changed is gone', (d) => Object.assign(d, { webhooks: {} })],
    ['event thing.changed: webhook-id is gone', (d) => d.webhooks['thing.changed'].post.parameters.pop()],
    ['event thing.changed: count is gone', (d) => delete d.components.schemas.Thing.properties.count],
  ])('reports that something %s', (problem, change) => {
    expect(compare(change).join('\n')).toContain(problem);
  });

  it('accepts a renamed path while the old one is served', () => {
    const move = (document: Small) => {
      const { '/api/things/{id}': methods } = document.paths;
      Object.assign(document, { paths: { '/api/things/by-id/{id}': methods } });
    };
    expect(compare(move, true)).toEqual([]);
    expect(compare(move, false)).toEqual(['PUT /api/things/{id} is gone']);
  });
});
