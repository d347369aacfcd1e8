import { describe, expect, it } from 'vitest';
import { type CodePart, curlParts, placeholderOf } from './curl.ts';
import { commonFailures, failuresOf, type OpenApi, type Operation, readFamilies, readObjects } from './document.ts';
import { fieldLines, limitsOf, type Schema, typeOf } from './schema.ts';

const operation: Operation = {
  id: 'createThing',
  method: 'POST',
  path: '/api/missions/{id}/members/{userId}',
  summary: 'Create a thing',
  description: null,
  access: 'write',
  deprecated: false,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
  ],
  body: { 'application/json': { schema: {}, example: { mission_id: 'an-id', content: "it's" } } },
  answers: [],
};

const textOf = (parts: readonly CodePart[]) =>
  parts.map((part) => (typeof part === 'string' ? part : part.shown)).join('');
const wordsOf = (schema: Schema) =>
  typeOf(schema)
    .map((part) => (typeof part === 'string' ? part : `<${part.object}>`))
    .join('');

describe('the reference', () => {
  const session = [{ session: [] }];
  const token = { security: [...session, { token: [] }], 'x-token-scope': 'read' };
  const failed = { description: '`not_signed_in`: Please sign in; `gone`: It is gone', content: {} };
  const document: OpenApi = {
    info: { version: '1.2' },
    tags: [{ name: 'checkins', description: 'Checking in' }],
    paths: {
      '/api/auth/me': {
        get: { operationId: 'getUser', summary: 'You', tags: ['auth'], security: session },
      },
      '/api/checkins': {
        post: { operationId: 'a', summary: 'A', tags: ['checkins'], ...token },
        get: { operationId: 'b', summary: 'B', description: 'And more.', tags: ['checkins'], ...token },
      },
      '/api/admin/login': { post: { operationId: 'c', summary: 'C', tags: ['admin'], security: [] } },
      '/api/site': {
        get: { operationId: 'd', summary: 'D', tags: ['site'], security: [], responses: { 401: failed } },
      },
    },
    components: {
      schemas: {
        Mission: { properties: { owner: { $ref: '#/components/schemas/Member' } } },
        Member: { type: 'object' },
        Report: { type: 'object' },
      },
    },
  };

  it('The reference has the calls of users and programs by family, those that tokens open first, and none of the operator.', () => {
    const families = readFamilies(document);
    expect(families.map(({ name, operations }) => [name, operations.map((o) => [o.method, o.access])])).toEqual([
      [
        'checkins',
        [
          ['GET', 'read'],
          ['POST', 'read'],
        ],
      ],
      ['auth', [['GET', 'session']]],
      ['site', [['GET', 'public']]],
    ]);
    expect(families[0]?.description).toBe('Checking in');
    expect(families[0]?.operations.map(({ description }) => description)).toEqual(['And more.', null]);
  });

  it('Objects are listed as far as something leads to them, also by way of others.', () => {
    const answer = {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Mission' } } },
    };
    const families = [
      { name: '', description: null, operations: [{ ...operation, answers: [['200', answer] as const] }] },
    ];
    expect(readObjects(document, families).map(([name]) => name)).toEqual(['Member', 'Mission']);
  });

  it('Failures are told apart by code, and those of every call are found.', () => {
    const answers = (description: string) => [
      ['401', { description }] as const,
      ['200', { description: 'Done' }] as const,
    ];
    const one = { ...operation, answers: answers('`a`: One; really; `b`: Two') };
    expect(failuresOf(one)).toEqual([
      { status: '401', sentence: '`a`: One; really' },
      { status: '401', sentence: '`b`: Two' },
    ]);
    const other = { ...operation, answers: answers('`b`: Two') };
    expect(commonFailures([{ name: '', description: null, operations: [one, other] }])).toEqual([
      { status: '401', sentence: '`b`: Two' },
    ]);
  });

  it('Ids in a path have names that say whose they are.', () => {
    expect(placeholderOf(operation.path, 'id')).toBe('MISSION_ID');
    expect(placeholderOf(operation.path, 'userId')).toBe('USER_ID');
    expect(placeholderOf('/api/checkin-keys/{id}', 'id')).toBe('CHECKIN_KEY_ID');
    expect(placeholderOf('/api/join/{code}', 'code')).toBe('CODE');
  });

  it('The curl example is quoted so that a shell passes every value unchanged, and marks the own ids.', () => {
    const parts = curlParts(operation, 'https://e.example');
    expect(textOf(parts)).toBe(
      [
        "curl -X POST 'https://e.example/api/missions/MISSION_ID/members/USER_ID' \\",
        '  -H "Authorization: Bearer $EMBERKIN_TOKEN" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{\n  "mission_id": "an-id",\n  "content": "it'\\''s"\n}'`,
      ].join('\n'),
    );
    expect(parts.filter((part) => typeof part !== 'string')).toEqual([
      { own: 'MISSION_ID', shown: 'MISSION_ID' },
      { own: 'USER_ID', shown: 'USER_ID' },
      { own: 'MISSION_ID', shown: 'an-id' },
    ]);
  });

  it('The secret of the example is one that opens the call, and a sample that deletes has no own id in it.', () => {
    const secretOf = (access: Operation['access']) =>
      /\$EMBERKIN_\w+/.exec(textOf(curlParts({ ...operation, access }, 'https://e.example')))?.[0];
    expect(secretOf('read')).toBe('$EMBERKIN_TOKEN');
    expect(secretOf('session')).toBe('$EMBERKIN_SESSION');
    expect(secretOf('public')).toBeUndefined();
    const parts = curlParts({ ...operation, method: 'DELETE', body: null }, 'https://e.example');
    expect(textOf(parts)).toContain('/api/missions/MISSION_ID/members/USER_ID');
    expect(parts.filter((part) => typeof part !== 'string')).toEqual([]);
  });
});

describe('schemas in words', () => {
  it('Types are a few words, with links to named objects.', () => {
    expect(wordsOf({})).toBe('anything');
    expect(wordsOf({ type: ['string', 'null'], format: 'date' })).toBe('day or null');
    expect(wordsOf({ type: 'array', items: { $ref: '#/components/schemas/Mission' } })).toBe('list of <Mission>');
    expect(wordsOf({ anyOf: [{ allOf: [{ $ref: '#/components/schemas/Day' }] }, { type: 'null' }] })).toBe(
      '<Day> or null',
    );
    expect(wordsOf({ enum: ['a', 'b'] })).toBe('"a" or "b"');
    const open = [{ type: 'string', enum: ['a', 'b'] }, { type: 'string' }];
    expect(wordsOf({ anyOf: open })).toBe('"a" or "b" or a later one');
    expect(wordsOf({ anyOf: [...open, { type: 'null' }] })).toBe('"a" or "b" or a later one or null');
    expect(wordsOf({ anyOf: [{ type: 'string', format: 'date' }, { type: 'string' }] })).toBe('day or text');
    expect(wordsOf({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(
      'object with values: whole number',
    );
  });

  it('Limits are said where they mean something.', () => {
    const bounded = { type: 'integer', minimum: 1, maximum: 50, default: 10 };
    expect(limitsOf(bounded)).toEqual(['1 to 50', '10 when left out']);
    expect(limitsOf({ type: 'string', minLength: 1, maxLength: 100 })).toEqual(['1 to 100 characters']);
    expect(limitsOf({ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 })).toEqual([]);
    expect(limitsOf({ anyOf: [bounded, { type: 'null' }] })).toEqual(['1 to 50', '10 when left out']);
  });

  it('The fields of nested objects, lists and choices are listed by their paths, each once.', () => {
    const lines = fieldLines({
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', maxLength: 5 },
          people: { type: 'array', items: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } } },
          schedule: {
            anyOf: [
              { type: 'object', required: ['kind'], properties: { kind: { const: 'daily' } } },
              { type: 'object', properties: { kind: { const: 'weekly' }, times: { type: 'integer' } } },
            ],
          },
        },
      },
    });
    expect(lines.map(({ name, schema, required }) => [name, wordsOf(schema), required])).toEqual([
      ['[].id', 'text', true],
      ['[].people', 'list of object', false],
      ['[].people[].kind', '"a" or "b"', false],
      ['[].schedule', 'object', false],
      ['[].schedule.kind', '"daily" or "weekly"', false],
      ['[].schedule.times', 'whole number', false],
    ]);
  });
});
