import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Failure } from './errors.ts';

const LOOP_DELAY_MAX_MS = 1500;
const RETRY_AFTER_SECONDS = 10;
/** A start loads and compiles for seconds, so measurements during that time are ignored. */
const START_MS = 10_000;

/**
 * Answers 503 `overloaded` while the event loop was late by more than 1.5 s on average during the last second, or so
 * busy that nothing was measured. Never during the start.
 */
export async function refuseUnderPressure(app: FastifyInstance, start_ms = START_MS): Promise<void> {
  const started = performance.now();
  await app.register(underPressure, {
    maxEventLoopDelay: LOOP_DELAY_MAX_MS,
    exposeStatusRoute: false,
    pressureHandler: async () => {
      if (performance.now() - started < start_ms) return;
      throw new Failure('overloaded', { retryAfter: RETRY_AFTER_SECONDS });
    },
  });
}
