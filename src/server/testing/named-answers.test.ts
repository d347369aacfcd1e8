import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import errors from '#messages/en/errors.json' with { type: 'json' };
import type { ErrorCode } from '#platform/contract/errors.ts';
import { collectUnnamed } from './named-answers.ts';

/** What is collected of one answer that a route of the contract gives. */
async function unnamedOf(method: 'GET' | 'POST', route: string, status: number, body?: object): Promise<string[]> {
  const unnamed = new Set<string>();
  const app = fastify();
  onTestFinished(() => app.close());
  app.route({ method, url: route, handler: (_, reply) => reply.code(status).send(body) });
  collectUnnamed(app, unnamed);
  await app.inject({ method, url: route });
  return [...unnamed];
}
const failure = (code: ErrorCode) => ({
  type: `/docs/api/errors/${code}`,
  title: errors[code],
  status: ERRORS[code],
  code,
  detail: errors[code],
});

describe('answers that the document does not name', () => {
  it('A code or a status that callers were not told of is collected.', async () => {
    expect(await unnamedOf('GET', '/api/site', 404, failure('mission_full'))).toEqual([
      'getSite answered 404: the document does not name mission_full',
    ]);
    expect(await unnamedOf('GET', '/api/site', 418, failure('internal'))).toHaveLength(1);
    expect(await unnamedOf('POST', '/api/missions', 200, { id: 'x', invited: 0 })).toEqual([
      'createMission answered 200: the document has another status',
    ]);
  });

  it('A body with a property that is missing or in another format is collected.', async () => {
    const id = '019aa5b0-0000-7000-8000-000000000000';
    expect(await unnamedOf('POST', '/api/missions', 201, { id, invited: 1 })).toEqual([]);
    for (const body of [{ id }, { id: 'x', invited: 1 }, { id, invited: 1.5 }])
      expect(await unnamedOf('POST', '/api/missions', 201, body), JSON.stringify(body)).toHaveLength(1);
    expect(await unnamedOf('GET', '/api/site', 503, { code: 'unavailable' })).toHaveLength(1);
  });

  it('Named failures and paths outside of the contract are passed over.', async () => {
    expect(await unnamedOf('GET', '/api/site', 503, failure('unavailable'))).toEqual([]);
    expect(await unnamedOf('GET', '/elsewhere', 418)).toEqual([]);
  });
});
