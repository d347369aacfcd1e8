import * as fc from 'fast-check';
import type { Schema } from './document-fields.ts';

const pad = (value: number, size = 2) => String(value).padStart(size, '0');
const wholes = (min: number, max: number) => fc.integer({ min, max });
const day = fc
  .tuple(wholes(1970, 2999), wholes(1, 12), wholes(1, 31))
  .map(([year, month, date]) => `${year}-${pad(month)}-${pad(date)}`);
const time = fc
  .tuple(
    wholes(0, 23),
    wholes(0, 59),
    wholes(0, 59),
    fc.constantFrom('', '.5', '.123456'),
    fc.constantFrom('Z', '+05:30', '-11:00'),
  )
  .map(([hour, minute, second, part, zone]) => `${pad(hour)}:${pad(minute)}:${pad(second)}${part}${zone}`);
/** Longer than any text that the API accepts. A field without a limit must accept it. */
const UNLIMITED = 20_001;
const name = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);
/** Texts that are likely to fit a format. A filter by the whole schema follows. */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  date: day,
  'date-time': fc.tuple(day, time).map(([date, clock]) => `${date}T${clock}`),
  email: fc.oneof(
    fc.emailAddress(),
    fc
      .tuple(name, name, fc.constantFrom('com', 'example', 'CO'))
      .map(([local, host, top]) => `${local}@${host}.${top}`),
  ),
  uri: name.map((path) => `https://fcm.googleapis.com/${path}`),
};

function texts({
  format,
  anyOf = [],
  pattern = '',
  minLength = 0,
  maxLength = UNLIMITED,
}: Schema): fc.Arbitrary<string> {
  const formats = [format, ...anyOf.map((one) => one.format)].flatMap((one) => FORMATS[one ?? ''] ?? []);
  if (formats.length > 0) return fc.oneof(...formats);
  // Patterns with `\p` depend on Unicode properties, from which the library cannot generate.
  if (pattern !== '' && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern));
  const any = fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, 100), unit: 'binary' }),
    fc.string({ minLength, maxLength: Math.min(maxLength, 100), unit: 'grapheme' }),
    // The longest texts, with characters of any plane.
    fc.constantFrom('a', 'é', '🔥').map((sign) => sign.repeat(maxLength)),
  );
  return fc.oneof(
    any,
    any.map((text) => `a${text}`),
    any.map((text) => `<p>a${text}`),
  );
}

/** Generates values of a schema, with and without optional properties, and with unknown properties. */
export function valuesOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valuesOf(one, resolve);
  if (schema.$ref !== undefined) return inner(resolve(schema.$ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
  if (choices) return fc.oneof(...choices.map(inner));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return wholes(schema.minimum ?? -1000, schema.maximum ?? 1000);
    case 'number':
      return fc.integer({ min: 100, max: 100_000 }).map((hundredths) => hundredths / 100);
    case 'string':
      return texts(schema);
    case 'array': {
      const bounds = { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 5 };
      const items = inner(schema.items ?? {});
      return schema.uniqueItems ? fc.uniqueArray(items, bounds) : fc.array(items, bounds);
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, inner(one)] as const);
      const known = fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
      return fc.tuple(known, fc.boolean()).map(([body, more]) => (more ? { ...body, unknown_property: 1 } : body));
    }
    default:
      return fc.jsonValue();
  }
}
