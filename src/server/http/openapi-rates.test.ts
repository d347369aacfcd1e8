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

describe('limits of single calls in the document', () => {
  it.each(Object.entries(API))(
    '%s has its limits for programs and in words, and no others.',
    (name, { rate, rates = [] }) => {
      const { description, 'x-ratelimit': limits } = operationOf(name);
      const names = [...(rate === undefined ? [] : [rate]), ...rates];
      if (names.length === 0) {
        expect(limits).toBeUndefined();
        expect(description).not.toMatch(/\bat most \d+ (a|an|in) /i);
        return;
      }
      const wanted = names.flatMap((each) =>
        RATE_LIMITS[each].limits.map(({ by, points, seconds }) => ({ by, q: points, w: seconds })),
      );
      expect(limits?.map(({ name: _, ...limit }) => limit)).toEqual(wanted);
      for (const { q } of wanted) expect(description).toMatch(new RegExp(`\\b${q} (a|an|in) `));
    },
  );

  it('Every limit stands at a call, but for those of pages, those that are silent, and those of guesses, which are said in words.', () => {
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

  it('Numbers of a day stand at their calls.', () => {
    expect(operationOf('createInvitation').description).toMatch(/can send 20, or 100 on a paid plan .* 2 times/);
    for (const name of ['createCheckin', 'updateCheckin', 'setCheckinPhoto'])
      expect(operationOf(name).description).toContain('can send 60 photos of check-ins in 24 hours');
  });

  it('limits what costs as much as a mission has members times days to 30 a minute for a user', () => {
    for (const name of ['getQuilt', 'getInsights'])
      expect(operationOf(name)['x-ratelimit']).toEqual([{ name: 'figures', by: 'user', q: 30, w: 60 }]);
  });

  it('They read as sentences.', () => {
    expect(operationOf('createMission').description).toMatch(/ At most 20 an hour for a user\.$/);
    expect(operationOf('login').description).toMatch(
      / At most 30 in 5 minutes for an address, 90 in 5 minutes for a network, and 10 in 15 minutes for an email from one address\.$/,
    );
    expect(operationOf('switchPlan').description).toMatch(
      / At most 10 an hour for a user, together with the other calls of the limit `checkout`\.$/,
    );
    expect(operationOf('patchProfile').description).toMatch(
      / Of requests that change the name at most 10 an hour for a user, together with the other calls of the limit `names`\. Of requests that change the timezone at most 10 a day for a user, together with the other calls of the limit `zones`\.$/,
    );
    expect(operationOf('getSite')).toMatchObject({
      description: expect.stringMatching(
        / At most 1200 a minute for an address, instead of the limit of every call\.$/,
      ),
      'x-ratelimit': [{ name: 'address', by: 'address', q: 1200, w: 60 }],
    });
  });
});
