import type * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { docs, type Keywords } from '#platform/contract/describe.ts';
import { ClientId, Id, InnerId } from '#platform/contract/ids.ts';
import { isHtmlVisible, isVisible } from '#platform/lib/text.ts';
import { Instant, isAddress, isDayOrInstant, Patch } from '../fields.ts';

/** Invisible characters: white space, marks, control and format characters, and letters that fonts draw as nothing. */
const UNSEEN = String.raw`\s\p{M}\p{Cc}\p{Cf}\p{Z}\u115F\u1160\u3164\uFFA0\u2800`;
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * The JSON Schema of rules that the contract checks with a function. It can be stricter than the function, never
 * weaker: the server never refuses the form of input that matches the document.
 */
const PREDICATES = new Map<unknown, Keywords>([
  [isVisible, { pattern: `[^${UNSEEN}]` }],
  // Tags are invisible, and a character reference can be.
  [isHtmlVisible, { pattern: `^[${UNSEEN}]*(<(p|br|strong|em|ul|ol|li)>[${UNSEEN}]*){0,12}[^<&${UNSEEN}]` }],
  [isDay, { format: 'date', pattern: String.raw`^(19[7-9]\d|[2-9]\d{3})-` }],
  [
    isDayOrInstant,
    {
      // Each with its type, because client generators read a choice without one as any value.
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
      pattern: String.raw`^(19[7-9]\d|2\d{3})-\d\d-\d\d(T\d\d:[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:[0-5]\d))?$`,
    },
  ],
  [
    isAddress,
    {
      format: 'email',
      maxLength: 254,
      pattern: String.raw`^[A-Za-z0-9_+-]{1,30}(\.[A-Za-z0-9_+-]{1,30})?@(${LABEL}\.){1,3}[A-Za-z]{2,63}$`,
    },
  ],
]);

docs.add(Id, { format: 'uuid' });
docs.add(ClientId, { format: 'uuid' });
docs.add(InnerId, { format: 'uuid' });
docs.add(Instant, { format: 'date-time' });
// Requests and responses need two schemas, because only responses have open lists.
docs.add(Patch, { ...docs.get(Patch), id: 'PatchInput', outputId: 'Patch' });

interface Check {
  readonly _zod: { readonly def: { readonly check: string; readonly fn?: unknown } };
}

/** Returns the keywords of a schema's own checks that JSON Schema would not show. */
function ofChecks(schema: z.core.$ZodType): Keywords {
  const { checks = [] } = schema._zod.def as { checks?: readonly Check[] };
  const functions = checks.flatMap(({ _zod }) => (_zod.def.fn === undefined ? [] : [_zod.def.fn]));
  return Object.assign(
    {},
    ...functions.map(
      (fn) => PREDICATES.get(fn) ?? ('max' in (fn as object) && { maxLength: (fn as { max: number }).max }),
    ),
  );
}

/** Returns the keywords beyond a schema's type. A text that is cleaned first must also match before the cleaning. */
export function keywordsOf(schema: z.core.$ZodType, io: 'input' | 'output'): Keywords {
  const def = schema._zod.def as { type: string; out?: z.core.$ZodType };
  const cleaned = io === 'input' && def.type === 'pipe' && def.out ? keywordsOf(def.out, io) : {};
  return { ...cleaned, ...ofChecks(schema) };
}
