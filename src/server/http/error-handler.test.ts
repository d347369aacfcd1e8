import type { FastifyError } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Overloaded } from '../adapters/concurrency-limit.ts';
import { StorageFull } from '../adapters/storage/storage.ts';
import { toFailure } from './error-handler.ts';
import { Failure } from './errors.ts';

const thrown = (code: string, message = 'x') => Object.assign(new Error(message), { code }) as FastifyError;

describe('thrown errors', () => {
  it.each([
    ['a full queue', new Overloaded(), 503, 'overloaded'],
    ['a full disk', new StorageFull(), 507, 'storage_full'],
    ['a full database disk', thrown('53100'), 507, 'storage_full'],
    ['a statement that took too long', thrown('57014'), 503, 'overloaded'],
    ['a lock that took too long', thrown('55P03'), 503, 'overloaded'],
    ['a database that shuts down', thrown('57P01'), 503, 'unavailable'],
    ['a connection that broke', thrown('08006'), 503, 'unavailable'],
    ['a connection that is silent', thrown('', 'Query read timeout'), 503, 'unavailable'],
    ['a rule', new Failure('already_checked_in'), 400, 'already_checked_in'],
  ])('The error of %s becomes its status and code.', (_, error, status, code) => {
    const failure = toFailure(error as FastifyError);
    expect([failure?.status, failure?.code]).toEqual([status, code]);
  });

  it('A programming error is left to the 500.', () => {
    expect(toFailure(new TypeError('x is not a function') as unknown as FastifyError)).toBeNull();
  });
});
