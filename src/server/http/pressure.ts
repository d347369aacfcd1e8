import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Failure } from './errors.ts';
import { callerOf, type RateLimits } from './rate-limits.ts';

const LOOP_DELAY_MAX_MS = 1500;
const RETRY_AFTER_SECONDS = 10;
/** A start loads and compiles for seconds, so measurements during that time are ignored. */
const START_MS = 10_000;

/**
 * Answers 503 `overloaded` while the event loop was late by more than 1.5 s on average during the last second, or so
 * busy that nothing was measured. Never during the start. These answers count for the address, since nothing else counts
 * them: whoever overloads the server gets 429 after a while.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  limits: Pick<RateLimits, 'general'>,
  start_ms = START_MS,
): Promise<void> {
  const started = performance.now();
  await app.register(underPressure, {
    maxEventLoopDelay: LOOP_DELAY_MAX_MS,
    exposeStatusRoute: false,
    pressureHandler: async (request, reply) => {
      if (performance.now() - started < start_ms) return;
      await limits.general(callerOf(request, reply));
      throw new Failure('overloaded', { retryAfter: RETRY_AFTER_SECONDS });
    },
  });
}
