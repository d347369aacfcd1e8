import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import errors from '#messages/en/errors.json' with { type: 'json' };
import type { ErrorCode } from '#platform/contract/errors.ts';
import { collectUnnamed } from './named-answers.ts';

/** Returns what is collected about one response of a contract route. */
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

describe('collectUnnamed', () => {
  it('collects a code or status that the document does not name', async () => {
    expect(await unnamedOf('GET', '/api/site', 404, failure('mission_full'))).toEqual([
      'getSite answered 404: the document does not name mission_full',
    ]);
    expect(await unnamedOf('GET', '/api/site', 418, failure('internal'))).toHaveLength(1);
    expect(await unnamedOf('POST', '/api/missions', 200, { id: 'x', invited: 0 })).toEqual([
      'createMission answered 200: the document has another status',
    ]);
  });

  it('collects a body whose property is missing or has another format', async () => {
    const id = '019aa5b0-0000-7000-8000-000000000000';
    expect(await unnamedOf('POST', '/api/missions', 201, { id, invited: 1 })).toEqual([]);
    for (const body of [{ id }, { id: 'x', invited: 1 }, { id, invited: 1.5 }])
      expect(await unnamedOf('POST', '/api/missions', 201, body), JSON.stringify(body)).toHaveLength(1);
    expect(await unnamedOf('GET', '/api/site', 503, { code: 'unavailable' })).toHaveLength(1);
  });

  it('ignores named failures and paths outside the contract', async () => {
    expect(await unnamedOf('GET', '/api/site', 503, failure('unavailable'))).toEqual([]);
    expect(await unnamedOf('GET', '/elsewhere', 418)).toEqual([]);
  });
});
