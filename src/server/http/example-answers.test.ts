import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { EXAMPLE_ANSWERS } from '#contract/document/answers.ts';
import { openApiDocument } from '#contract/document/document.ts';
import { stabilize } from '../testing/example-answers.ts';
import { wrongExample } from '../testing/named-answers.ts';

const answering = Object.entries(API).filter(([, { response }]) => response);
/** An instant of the real clock in which no test plays. */
const NOW = Date.parse('2027-03-04T05:06:07.089Z');
const AGAIN = 'Take it with `node tools/example-answers/main.ts <a test file that makes the call>`.';

describe('the examples of answers', () => {
  it('There is one for each call that answers something, and none for another.', () => {
    expect(Object.keys(EXAMPLE_ANSWERS).sort(), AGAIN).toEqual(answering.map(([name]) => name).sort());
  });

  it.each(answering)(
    'The example of %s fits the schema of its answer, and the document shows it.',
    (name, endpoint) => {
      expect(wrongExample(endpoint, EXAMPLE_ANSWERS[name]), AGAIN).toBeNull();
      const { paths } = openApiDocument('http://emberkin.test') as {
        paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>;
      };
      const { responses } = paths[endpoint.path]![endpoint.method.toLowerCase()]!;
      expect(responses[endpoint.status ?? 200]?.content?.['application/json']).toMatchObject({
        example: EXAMPLE_ANSWERS[name],
      });
    },
  );

  it('They hold nothing of the machine on which they were taken, and nothing that another run would have by chance.', () => {
    for (const [name, example] of Object.entries(EXAMPLE_ANSWERS)) {
      const text = JSON.stringify(example);
      expect(text, name).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|\/home\/|\/root\/|lightMyRequest|emberkin\.test/);
      expect(stabilize(name, example, NOW), name).toEqual(example);
    }
  });
});

describe('taking an example', () => {
  const taken = (answer: unknown) => stabilize('aCall', answer, NOW);

  it('Ids, instants of the real clock, secrets and names made by chance become the same in every run.', () => {
    const answerOf = (id: string, secret: string, at: string, person: number) => ({
      id,
      url: `http://emberkin.test/key/${secret}`,
      hook: `http://127.0.0.1:4${person}/hook`,
      created_at: at,
      day_at: '2026-11-21T08:00:00.000Z',
      name: `Person ${person}`,
      owner: { id, secret: `whsec_${secret}+/=`, email: `person${person}@example.com` },
    });
    const one = taken(
      answerOf('01890000-0000-7000-8000-00000000abcd', 'aB3dEfGhIjKlMnOpQrStUvWx', '2027-03-04T05:06:01.002Z', 12),
    );
    const other = taken(
      answerOf('f47ac10b-58cc-4372-a567-0e02b2c3d479', 'Zz9yXxWwVvUuTtSsRrQqPpOo', '2027-03-04T05:01:00.500Z', 7000),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      hook: 'https://hooks.example.com/hook',
      created_at: '2026-11-21T12:00:00.000Z',
      day_at: '2026-11-21T08:00:00.000Z',
      name: 'Ana Lind',
    });
    expect(taken(one)).toEqual(one);
  });

  it('What is one thing in the answer stays one, and lists end after three entries.', () => {
    const [a, b] = ['01890000-0000-7000-8000-00000000abcd', '01890000-0000-7000-8000-00000000abce'];
    const { ids } = taken({ ids: [a, b, a, b] }) as { ids: string[] };
    expect(ids).toHaveLength(3);
    expect([ids[0] === ids[2], ids[0] === ids[1]]).toEqual([true, false]);
  });
});
