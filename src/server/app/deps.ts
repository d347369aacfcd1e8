import type { FastifyBaseLogger } from 'fastify';
import type { GuardedHttp } from '#platform/guarded-http/guarded-http.ts';
import type { RateLimits } from '#platform/http/rate-limits.ts';
import type { ShutdownPhase } from '#platform/http/shutdown-phase.ts';
import type { Images } from '#platform/images/images.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Passwords } from '#platform/keys/passwords.ts';
import type { Live } from '#platform/live/live.ts';
import type { Oidc } from '#platform/oidc/oidc.ts';
import type { PhotoUrls } from '#platform/storage/signed-url.ts';
import type { Payments } from '../services/billing/payments/payments.ts';
import type { Config } from './config.ts';

declare module '#platform/register.ts' {
  interface Register {
    job_context: {
      readonly config: Config;
      readonly webhook_http: GuardedHttp;
      /** Null if plans cannot be bought. */
      readonly payments: Payments | null;
    };
  }
}

/** The dependencies of jobs (`JobContext`) and of requests. */
export interface Deps extends JobContext {
  readonly log: FastifyBaseLogger;
  readonly images: Images;
  readonly photo_urls: PhotoUrls;
  readonly passwords: Passwords;
  /** The single sign-on provider, or null without one. */
  readonly oidc: Oidc | null;
  readonly queue: Queue;
  readonly live: Live;
  readonly limits: RateLimits;
  /** The phase of this process's shutdown. */
  readonly phase: ShutdownPhase;
  /** Tests also parse every response with the contract's schema, because the serializer does not check enums. */
  readonly check_answers?: boolean | undefined;
}
