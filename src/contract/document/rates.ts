import { GENERAL_LIMIT_EXEMPT, RATE_LIMITS } from '#domain/rate-limits.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';

/** Lists the limits that only this call or a few calls have, with the names and letters of the headers. */
export const listRates = ({ rate, rates = [] }: Endpoint) =>
  [...(rate === undefined ? [] : [rate]), ...rates].flatMap((name) =>
    RATE_LIMITS[name].limits.map(({ by, points, seconds }) => ({
      name: GENERAL_LIMIT_EXEMPT.has(name) ? by : name,
      by,
      q: points,
      w: seconds,
    })),
  );

/** Describes these limits in one sentence, because most document viewers show no extensions. */
export function describeRates(endpoint: Endpoint): string | null {
  const limits = listRates(endpoint).map(({ name, by, q, w }) => `\`${name}\` ${q} in ${w} s by ${by}`);
  return limits.length > 0 ? `Limits: ${limits.join(', ')}.` : null;
}
