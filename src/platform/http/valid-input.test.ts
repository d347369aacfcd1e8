import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { openApiDocument } from '#contract/document/document.ts';
import type { Schema } from '#server/testing/document-fields.ts';
import { buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { valuesOf } from '#server/testing/schema-values.ts';
import { testApp } from '#server/testing/test-app.ts';

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const t = await testApp();
const document = openApiDocument('http://emberkin.test') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function valid(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fits = ajv.compile({ ...schema, components: document.components });
  return valuesOf(schema, resolve).filter((value) => fits(value) as boolean) as fc.Arbitrary<Record<string, unknown>>;
}

const operationOf = (name: string) => document.paths[API[name]!.path]![API[name]!.method.toLowerCase()]!;
const bodyOf = (name: string) => operationOf(name).requestBody?.content['application/json']?.schema;

const MISSION_RULES = ['schedule', 'board', 'amounts', 'amounts.target'];

/** The fields that rules about several fields name; schemas cannot express such rules. */
const RULES: Record<string, readonly string[]> = {
  createPause: ['to_day'],
  createMission: MISSION_RULES,
  updateMission: MISSION_RULES,
  patchMission: MISSION_RULES,
  saveReminder: ['days'],
  createCheckin: ['photo'],
  updateCheckin: ['photo'],
  changeAmount: ['add'],
};

const withBody = Object.keys(API).filter((name) => bodyOf(name));
const withQuery = Object.keys(API).filter((name) => API[name]!.query);

describe('input that fits the document', () => {
  it.each(withBody)('is never rejected for its form as a body of %s', (name) => {
    const { body } = API[name]!;
    fc.assert(
      fc.property(valid(bodyOf(name)!), (value) => {
        const read = z.safeParse(body!, JSON.parse(JSON.stringify(value)));
        expect(read.error?.issues.filter(({ path }) => !RULES[name]?.includes(path.join('.'))) ?? []).toEqual([]);
      }),
    );
  });

  it.each(withQuery)('is never rejected for its form as a query of %s', (name) => {
    const parameters = operationOf(name).parameters!.filter((one) => one.in === 'query');
    const properties = Object.fromEntries(parameters.map((one) => [one.name, one.schema]));
    const required = parameters.filter((one) => one.required).map((one) => one.name);
    fc.assert(
      fc.property(valid({ type: 'object', properties, required }), ({ unknown_property: _, ...value }) => {
        const sent = new URLSearchParams(
          Object.entries(value).flatMap(([key, one]): [string, string][] => (one === null ? [] : [[key, `${one}`]])),
        );
        const read = z.safeParse(API[name]!.query!, Object.fromEntries(sent));
        expect(read.error?.issues ?? []).toEqual([]);
      }),
    );
  });
});

describe('sent input that fits the document', async () => {
  const user = await buildUser(t);
  const id = await buildMission(t, user);
  const calls = withBody.filter((name) => scopeOf(API[name]!) !== null);

  it.each(calls)('is rejected at most by a rule of %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(valid(bodyOf(name)!), async (value) => {
        const body = { ...value, ...('mission_id' in value && { mission_id: id }) };
        const answer = await t.call(API[name]!, { token: user.token, params: { id, userId: user.id }, body });
        if (answer.statusCode < 400) return;
        const { code, errors } = answer.json();
        if (code === 'invalid_input') expect(RULES[name], answer.body).toContain(errors[0].path);
        else expect(['malformed_body', 'internal'], answer.body).not.toContain(code);
      }),
      { numRuns: 12 },
    );
  });
});
