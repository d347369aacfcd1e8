import type { FastifyBaseLogger } from 'fastify';
import type { Sandbox } from '#tools/payments-sandbox/open.ts';
import type { Clock } from './adapters/clock.ts';
import type { Images } from './adapters/images/images.ts';
import type { Signatures } from './adapters/keys/signatures.ts';
import type { Mail } from './adapters/mail/mail.ts';
import type { Passwords } from './adapters/passwords.ts';
import type { Payments } from './adapters/payments/payments.ts';
import type { Push } from './adapters/push/push.ts';
import type { PhotoUrls } from './adapters/storage/media-url.ts';
import type { Storage } from './adapters/storage/storage.ts';
import type { MediaReport } from './adapters/storage/sweep-report.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/open.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Queue } from './jobs/queue.ts';
import type { Live } from './live/live.ts';

/** What the app is built from: main.ts makes the real ones, tests own the clock, the database and the outside world. */
export interface Deps {
  readonly config: Pick<
    Config,
    'public_url' | 'support_email' | 'data_dir' | 'production' | 'trust_proxy' | 'metrics_token'
  >;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly push: Push;
  readonly storage: Storage;
  readonly images: Images;
  readonly signatures: Signatures;
  /** Null in production without a key: upgrades are off. */
  readonly payments: Payments | null;
  /** The pages of the provider for trying out; null wherever real money moves. */
  readonly sandbox: Pick<Sandbox, 'pages'> | null;
  readonly photo_urls: PhotoUrls;
  readonly media_report: MediaReport;
  readonly passwords: Passwords;
  readonly queue: Queue;
  readonly live: Live;
  readonly limits: RateLimits;
  /** Tests parse every answer with the contract's own schema as well: the serializer does not check enums. */
  readonly check_answers?: boolean;
}
