import { describe, expect, it } from 'vitest';
import { type ApiOperation, addressOf, curlOf, fieldLines, readDocument, typeOf } from './document.ts';

const operation: ApiOperation = {
  operationId: 'createCheckin',
  summary: 'Check in',
  tags: ['checkins'],
  method: 'POST',
  path: '/api/missions/{id}/x',
  scope: 'write',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
  ],
  requestBody: {
    content: { 'application/json': { schema: {}, example: { mission_id: 'MISSION_ID', content: "it's" } } },
  },
  responses: {},
};

describe('the API page', () => {
  it('The API page lists the endpoints that API tokens may call, by family.', () => {
    const { 'x-token-scope': _, ...raw } = { ...operation, 'x-token-scope': 'read' as const };
    const document = readDocument({
      servers: [{ url: 'https://emberkin.example' }],
      paths: {
        '/api/checkins/{id}': { put: { ...raw, 'x-token-scope': 'write' } },
        '/api/checkins': { post: { ...raw, 'x-token-scope': 'write' }, get: { ...raw, 'x-token-scope': 'read' } },
        '/api/auth/me': { get: raw },
      },
    });
    expect(document.families.map(([family, calls]) => [family, calls.map((call) => call.method)])).toEqual([
      ['checkins', ['GET', 'POST', 'PUT']],
    ]);
  });

  it('Parameters are filled into an address with escaping.', () => {
    expect(addressOf(operation, {})).toBe('/api/missions/{id}/x');
    expect(addressOf(operation, { id: 'a/../b', limit: '5' })).toBe('/api/missions/a%2F..%2Fb/x?limit=5');
  });

  it('The curl example is quoted so that a shell passes every value unchanged.', () => {
    expect(curlOf(operation, 'https://e.example', { id: '1' }, { MISSION_ID: 'm' })).toBe(
      [
        "curl -X POST 'https://e.example/api/missions/1/x' \\",
        '  -H "Authorization: Bearer $EMBERKIN_TOKEN" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{\n  "mission_id": "m",\n  "content": "it'\\''s"\n}'`,
      ].join('\n'),
    );
  });

  it('The fields of nested objects and lists are listed with their types.', () => {
    const lines = fieldLines({
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', maxLength: 5 },
          goal: { anyOf: [{ type: 'number' }, { type: 'null' }] },
          people: { type: 'array', items: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } } },
        },
      },
    });
    expect(lines).toEqual([
      { name: '[].id', type: 'text, at most 5', required: true },
      { name: '[].goal', type: 'number or nothing', required: false },
      { name: '[].people', type: 'list of object', required: false },
      { name: '[].people[].kind', type: '"a" | "b"', required: false },
    ]);
    expect(typeOf({})).toBe('anything');
  });
});
