import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Composed, compose } from './compose.ts';
import type { Config } from './config/config.ts';
import { prepareAdmin } from './features/admin/commands-account.ts';
import { UNTRUSTED_PROXY } from './http/forwarding.ts';

/** What the start prints about upgrades. */
const PAYMENTS = {
  stripe: 'paid with Stripe',
  sandbox: 'a test sandbox, no money moves (STRIPE_SECRET_KEY is not set)',
  off: 'upgrades are off (STRIPE_SECRET_KEY is not set)',
} as const;

export interface RunningServer {
  readonly app: FastifyInstance;
  /** Finishes requests, then stops jobs, then the database. */
  stop(): Promise<void>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Checks the port before the database starts, so that the error comes at once and nothing is left running. */
const requireFreePort = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

/** Begins to work and to listen, and prints the addresses. */
async function listen(config: Config, server: Composed, app: FastifyInstance): Promise<void> {
  await server.live.start();
  const password = await prepareAdmin({ ...server, config });
  server.queue.start();
  const address = await app.listen({ port: config.port, host: config.host });
  server.sandbox?.start(`${address}/api/payments/webhook`);
  const { public_url, data_dir, s3, smtp_url, admin_username } = config;
  const photos = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : join(data_dir, 'media');
  say(`Emberkin is ready:  ${public_url}`);
  if (config.trust_proxy === false && public_url.startsWith('https:')) say(`Proxy:  ${UNTRUSTED_PROXY}`);
  say(`Data:   ${server.database_dir ?? 'the database of DATABASE_URL'}, photos in ${photos}`);
  say(`Plans:  ${PAYMENTS[server.payments?.kind ?? 'off']}`);
  if (password !== null)
    say(`Admin:  ${public_url}/admin, name ${admin_username ?? 'admin'}, password ${password} (shown this once)`);
  say(`Mails:  ${smtp_url ? 'sent by SMTP' : join(data_dir, 'outbox')}`);
}

/** Starts the production server. */
export async function startServer(config: Config): Promise<RunningServer> {
  await requireFreePort(config.port, config.host);
  const server = await compose(config, {
    report: say,
    // Imported only where it is used: the sandbox is a tool.
    openSandbox: async (options) => (await import('#tools/payments-sandbox/open.ts')).openSandbox(options),
  });
  let app: FastifyInstance | undefined;
  const stop = async () => {
    await app?.close();
    await server.stop();
  };
  try {
    app = await buildApp(server);
    await listen(config, server, app);
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
