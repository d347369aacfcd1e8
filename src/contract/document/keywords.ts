import type * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { docs, type Keywords } from '#platform/contract/describe.ts';
import { ClientId, Id, InnerId } from '#platform/contract/ids.ts';
import { isHtmlVisible, isVisible } from '#platform/lib/text.ts';
import { Instant, isAddress, isDayOrInstant, Patch } from '../fields.ts';

/** What is not seen: white space, marks, control and format characters, and letters that fonts draw as nothing. */
const UNSEEN = String.raw`\s\p{M}\p{Cc}\p{Cf}\p{Z}\u115F\u1160\u3164\uFFA0\u2800`;
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * What JSON Schema says of a rule that the contract checks with a function. It may be stricter than the function, never
 * weaker: what fits the document is never refused for its form.
 */
const PREDICATES = new Map<unknown, Keywords>([
  [isVisible, { pattern: `[^${UNSEEN}]` }],
  // Tags show nothing, and neither does what a reference to a character may stand for.
  [isHtmlVisible, { pattern: `^[${UNSEEN}]*(<(p|br|strong|em|ul|ol|li)>[${UNSEEN}]*){0,12}[^<&${UNSEEN}]` }],
  [isDay, { format: 'date', pattern: String.raw`^(19[7-9]\d|[2-9]\d{3})-` }],
  [
    isDayOrInstant,
    {
      // Each with its type: generators of clients read a choice without one as anything.
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
// Its lists are open in responses and closed in requests, so it is two schemas there.
docs.add(Patch, { ...docs.get(Patch), id: 'PatchInput', outputId: 'Patch' });

interface Check {
  readonly _zod: { readonly def: { readonly check: string; readonly fn?: unknown } };
}

/** The keywords of a schema's own checks that JSON Schema would not show. */
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

/** What a schema says beside what its type says; a text that is cleaned first has to fit before it is. */
export function keywordsOf(schema: z.core.$ZodType, io: 'input' | 'output'): Keywords {
  const def = schema._zod.def as { type: string; out?: z.core.$ZodType };
  const cleaned = io === 'input' && def.type === 'pipe' && def.out ? keywordsOf(def.out, io) : {};
  return { ...cleaned, ...ofChecks(schema) };
}
