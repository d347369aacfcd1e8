import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { openApiDocument } from '#contract/document/document.ts';
import { RATE_LIMITS } from '#domain/rate-limits.ts';

interface Operation {
  description?: string;
  'x-ratelimit'?: { name: string; by: string; q: number; w: number }[];
}
const { paths } = openApiDocument('http://emberkin.test') as { paths: Record<string, Record<string, Operation>> };
const operationOf = (name: string) => paths[API[name]!.path]![API[name]!.method.toLowerCase()]!;

describe('rate limits in the document', () => {
  it.each(Object.entries(API))('of %s are exactly its own, for programs and in words', (name, { rate, rates = [] }) => {
    const { description, 'x-ratelimit': limits } = operationOf(name);
    const names = [...(rate === undefined ? [] : [rate]), ...rates];
    if (names.length === 0) {
      expect(limits).toBeUndefined();
      expect(description).not.toContain('Limits:');
      return;
    }
    const wanted = names.flatMap((each) =>
      RATE_LIMITS[each].limits.map(({ by, points, seconds }) => ({ by, q: points, w: seconds })),
    );
    expect(limits?.map(({ name: _, ...limit }) => limit)).toEqual(wanted);
    for (const { q, w } of wanted) expect(description).toContain(` ${q} in ${w} s `);
  });

  it('cover all limits except for pages, silent limits and guesses', () => {
    const stated: (string | undefined)[] = Object.values(API).flatMap(({ rate, rates = [] }) => [rate, ...rates]);
    const others = Object.keys(RATE_LIMITS).filter((name) => !stated.includes(name));
    const [pages, silent, guesses] = [
      ['oidc', 'share'],
      ['forgot_mail', 'verify_mail'],
      ['wrong_password', 'guessed_login'],
    ];
    expect(others.sort()).toEqual([...pages!, ...silent!, ...guesses!].sort());
    expect(operationOf('login').description).toContain('After 50 wrong passwords for an email in an hour');
  });

  it('include daily quotas at their calls', () => {
    expect(operationOf('createInvitation').description).toMatch(/can send 20, or 100 on a paid plan .* 2 times/);
    for (const name of ['createCheckin', 'updateCheckin', 'setCheckinPhoto'])
      expect(operationOf(name).description).toContain('can send 60 photos of check-ins in 24 hours');
  });

  it('are 30 a minute per user if the cost is members times days', () => {
    for (const name of ['getQuilt', 'getInsights'])
      expect(operationOf(name)['x-ratelimit']).toEqual([{ name: 'figures', by: 'user', q: 30, w: 60 }]);
  });

  it('have a name, number, seconds and what is counted', () => {
    expect(operationOf('createMission').description).toMatch(/ Limits: `missions` 20 in 3600 s by user\.$/);
    expect(operationOf('login').description).toMatch(
      / Limits: `login` 30 in 300 s by address, `login` 90 in 300 s by network, `login` 10 in 900 s by email_address\.$/,
    );
    expect(operationOf('patchProfile').description).toMatch(
      / Limits: `names` 10 in 3600 s by user, `zones` 10 in 86400 s by user\.$/,
    );
    expect(operationOf('getSite')).toMatchObject({
      description: expect.stringMatching(/ Limits: `address` 1200 in 60 s by address\.$/),
      'x-ratelimit': [{ name: 'address', by: 'address', q: 1200, w: 60 }],
    });
  });
});
