import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { openApiDocument } from '#contract/document/document.ts';
import { NOTIFICATION_TYPES, PUSH_TYPES } from '#domain/notifications.ts';
import { DELIVERY_ERRORS, WEBHOOK_EVENTS, WEBHOOK_TEST } from '#domain/webhooks.ts';
import { type ApiDocument, type Operation, resolve } from '#server/testing/document-fields.ts';

const document = openApiDocument('http://emberkin.test') as unknown as ApiDocument;
const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
type Schema = NonNullable<NonNullable<Operation['parameters']>[number]['schema']>;

function walk(schema: Schema, place: string, visit: (schema: Schema, place: string) => void, parents: Schema[] = []) {
  const own = resolve(document, schema);
  if (parents.includes(own)) return;
  visit(own, place);
  const inside = [...parents, own];
  for (const part of [own.anyOf, own.oneOf, own.allOf].flatMap((parts) => parts ?? []))
    walk(part, place, visit, inside);
  for (const [name, part] of Object.entries(own.properties ?? {})) walk(part, `${place}.${name}`, visit, inside);
  if (own.items) walk(own.items, `${place}[]`, visit, inside);
}

function requestsOf({ operationId, parameters = [], requestBody }: Operation): (readonly [Schema, string])[] {
  const named = parameters.map((part) => resolve(document, part));
  return [
    ...named.map(({ name, schema = {} }) => [schema, `${operationId} ${name}`] as const),
    ...Object.entries(requestBody?.content ?? {}).map(
      ([type, { schema = {} }]) => [schema, `${operationId} ${type}`] as const,
    ),
  ];
}

describe('the schemas of requests', () => {
  it('have a type everywhere and a limit or form for each string', () => {
    const lacking: string[] = [];
    const typed = ['type', 'anyOf', 'oneOf', 'enum', 'const'];
    const bounded = ['maxLength', 'format', 'pattern', 'enum', 'const'];
    for (const [schema, start] of calls.flatMap(requestsOf))
      walk(schema, start, (one, place) => {
        if (!typed.some((keyword) => keyword in one)) lacking.push(`${place} has no type`);
        const isText = [one.type].flat().includes('string');
        if (isText && !bounded.some((keyword) => keyword in one)) lacking.push(`${place} has no limit`);
      });
    expect(lacking).toEqual([]);
  });
});

describe('open lists', () => {
  const openList = (values: readonly string[]) => ({ anyOf: [{ type: 'string', enum: values }, { type: 'string' }] });
  const propertyOf = (name: string, property: string) => document.components?.schemas?.[name]?.properties?.[property];

  it('allow new codes, events, errors, kinds and types in responses', () => {
    expect(propertyOf('Error', 'code')?.anyOf?.[1]).toEqual({ type: 'string' });
    expect(propertyOf('WebhookDelivery', 'error')?.anyOf).toEqual([
      { type: 'string', enum: DELIVERY_ERRORS },
      { type: 'string' },
      { type: 'null' },
    ]);
    expect(propertyOf('WebhookDelivery', 'event')).toMatchObject(openList([...WEBHOOK_EVENTS, WEBHOOK_TEST]));
    expect(propertyOf('Webhook', 'events')?.items).toEqual(openList(WEBHOOK_EVENTS));
    expect(propertyOf('Hint', 'kind')?.anyOf?.[1]).toEqual({ type: 'string' });
    expect(propertyOf('Notification', 'type')).toMatchObject(openList(NOTIFICATION_TYPES));
    expect(propertyOf('Settings', 'push_types')?.items).toEqual(openList(PUSH_TYPES));
  });

  it('allow only the listed values in requests', () => {
    const place = (name: string, property: string) => {
      const found: Schema[] = [];
      const call = calls.find(({ operationId }) => operationId === name)!;
      for (const [schema] of requestsOf(call))
        walk(schema, '', (one, at) => {
          if (at === `.${property}[]`) found.push(one);
        });
      return found;
    };
    expect(place('createWebhook', 'events')).toEqual([{ type: 'string', enum: WEBHOOK_EVENTS }]);
    expect(place('saveSettings', 'push_types')).toEqual([{ type: 'string', enum: PUSH_TYPES }]);
  });
});

describe('webhooks in the document', () => {
  it('include every event and the test', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST].sort());
    const test = document.webhooks?.[WEBHOOK_TEST]?.post?.requestBody?.content['application/json']?.schema;
    expect(test?.properties?.data?.properties?.webhook?.properties).toHaveProperty('description');
    expect(Object.keys(API)).toContain('testWebhook');
  });
});
