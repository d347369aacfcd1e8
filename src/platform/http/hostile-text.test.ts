import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { withoutLinks } from '#domain/links.ts';
import { isReservedName } from '#domain/reserved-names.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { isHtmlVisible, tidyLine } from '#platform/lib/text.ts';
import { readInput } from './input.ts';

/** Pieces that make patterns backtrack when repeated. */
const PIECES = ['<', 'a', ' ', 'a.', '\u200D', '\u{1F3F4}\u{E0067}', 'e\u0301', '&nbsp;', 'a@', '\n\t0:/'];
const SIZES = [20_000, 80_000] as const;

interface JsonSchema {
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Yields a function per single value of a schema, which puts a text there. */
function* placesIn(schema: JsonSchema): Generator<(hostile: string) => unknown> {
  const { anyOf = [], items, properties = {} } = schema;
  for (const one of anyOf) yield* placesIn(one);
  if (items) for (const place of placesIn(items)) yield (hostile) => [place(hostile)];
  for (const [name, property] of Object.entries(properties))
    for (const place of placesIn(property)) yield (hostile) => ({ [name]: place(hostile) });
  if (anyOf.length === 0 && !items && !schema.properties) yield (hostile) => hostile;
}

interface Field {
  readonly name: string;
  readonly read: (hostile: string) => void;
}

function fieldsOf(endpoint: Endpoint): Field[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const written = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: z.registry(),
    }) as JsonSchema;
    const { params: _, query: __, body: ___, ...rest } = endpoint;
    const alone = { ...rest, [part]: schema };
    return [...placesIn(written)].map((place) => ({
      name: `${part} ${JSON.stringify(place('it'))}`,
      read: (hostile) => {
        try {
          readInput(alone, { params: {}, query: {}, body: {}, files: {}, [part]: place(hostile) });
        } catch {
          // Rejected; only the time counts.
        }
      },
    }));
  });
}

function measureMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const TRIES = 30;

/**
 * Fails if a four times longer text costs more than eight times the CPU time in each of 30 attempts. Short and long
 * texts alternate and the best times count, because a busy machine slows some attempts.
 */
function expectLinear(work: (hostile: string) => unknown, name: string): void {
  for (const piece of PIECES) {
    const [short, long] = SIZES.map((size) => piece.repeat(Math.ceil(size / piece.length))) as [string, string];
    const best = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
    const ratios: string[] = [];
    for (let at = 0; at < TRIES; at++) {
      best.short = Math.min(
        best.short,
        measureMs(() => work(short)),
      );
      best.long = Math.min(
        best.long,
        measureMs(() => work(long)),
      );
      // The clock is too coarse below a millisecond.
      const ratio = best.long / Math.max(1, best.short);
      ratios.push(ratio.toFixed(1));
      if (ratio <= 8) break;
    }
    expect(ratios.length, `${name}, ${JSON.stringify(piece)}: ${ratios.join(' ')}`).toBeLessThan(TRIES);
  }
}

const CALLS = Object.entries(API).map(([name, endpoint]) => ({ name, fields: fieldsOf(endpoint) }));

describe('a four times longer text takes at most eight times the CPU time', () => {
  it.each(CALLS.filter(({ fields }) => fields.length > 0))('in every field of $name', ({ fields }) => {
    for (const { name, read } of fields) expectLinear(read, name);
  });

  it.each([
    ['isHtmlVisible', isHtmlVisible],
    ['isReservedName', isReservedName],
    ['tidyLine', tidyLine],
    ['withoutLinks', withoutLinks],
  ])('in %s', (name, read) => {
    expectLinear(read, name);
  });
});

it('the tested fields include the fields of all parts, objects and lists', () => {
  const all = CALLS.flatMap(({ name, fields }) => fields.map((field) => `${name} ${field.name}`));
  expect(all).toEqual(
    expect.arrayContaining([
      'updateProfile body {"bio":"it"}',
      'createMission body {"description":"it"}',
      'createMission body {"schedule":{"days":["it"]}}',
      'createPushSubscription body {"keys":{"p256dh":"it"}}',
      'createComment body {"mentions":["it"]}',
      'listCheckins query {"limit":"it"}',
      'previewJoin params {"code":"it"}',
    ]),
  );
});
