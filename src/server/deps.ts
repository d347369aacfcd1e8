import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Images } from './adapters/images/images.ts';
import type { Oidc } from './adapters/oidc/oidc.ts';
import type { Passwords } from './adapters/passwords.ts';
import type { StripeSettings } from './adapters/payments/stripe.ts';
import type { PhotoUrls } from './adapters/storage/media-url.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Stage } from './http/stage.ts';
import type { JobContext } from './jobs/job.ts';
import type { Queue } from './jobs/queue.ts';
import type { Live } from './live/live.ts';

/** The payments sandbox. Its program is a tool; this is all that the server knows of it. */
export interface PaymentsSandbox {
  /** The settings with which the payment adapter reaches it, as if it were the real provider. */
  readonly settings: StripeSettings;
  /** The hosted pages, which the app mounts below `path` of its own origin. */
  readonly pages: FastifyPluginAsync;
  readonly path: string;
  /** From now on sends its events to this address. */
  start(webhookUrl: string): void;
  close(): Promise<void>;
}

/** What the app is built from: what jobs use (`JobContext` is a part of it) and what requests need besides. */
export interface Deps extends JobContext {
  readonly log: FastifyBaseLogger;
  readonly images: Images;
  /** Null where real money moves. */
  readonly sandbox: PaymentsSandbox | null;
  readonly photo_urls: PhotoUrls;
  readonly passwords: Passwords;
  /** The single sign-on provider; null without one. */
  readonly oidc: Oidc | null;
  readonly queue: Queue;
  readonly live: Live;
  readonly limits: RateLimits;
  /** How far the stop of this process has come. */
  readonly stage: Stage;
  /** Tests parse every answer with the contract's own schema as well: the serializer does not check enums. */
  readonly check_answers?: boolean | undefined;
}
