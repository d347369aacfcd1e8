import cluster, { type Worker } from 'node:cluster';
import { systemClock } from '../adapters/clock.ts';
import { passwords } from '../adapters/passwords.ts';
import { chooseStorage } from '../adapters/storage/choose.ts';
import type { Config } from '../config/config.ts';
import { openDb } from '../db/open.ts';
import type { PaymentsSandbox, SharedSandbox } from '../deps.ts';
import { hasAccounts } from '../features/auth/accounts/public.ts';
import { preparePlace } from '../features/media/place/commands.ts';
import { makeLogger } from '../http/log.ts';
import { type DatabaseAccess, prepareAccount, prepareInstance } from '../prepare-instance.ts';
import { openSandbox, printBanner, printPassword, type RunningServer, requireFreePort, say } from '../start.ts';
import { FADE_LIMIT_MS, STOP_MARGIN_MS } from '../stop.ts';
import { type Crew, makeCrew, type WorkerProcess } from './crew.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** How long a worker may take to send its figures; without them the others are summed. */
const COLLECT_MS = 2000;
/** How long a worker may take from its fork until it listens. */
const READY_MS = 60_000;

type Log = ReturnType<typeof makeLogger>;

/** Sends to a worker that may be gone by now. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** Asks all workers for their figures and sums them. */
function makeFigures() {
  const serving = new Set<Worker>();
  const pending = new Map<number, (figures: unknown) => void>();
  let requests = 0;
  const collect = (worker: Worker) =>
    new Promise<unknown>((resolve) => {
      const id = requests++;
      const done = (figures: unknown) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(figures);
      };
      const timer = setTimeout(() => done(null), COLLECT_MS);
      pending.set(id, done);
      send(worker, { kind: 'collect', id });
    });
  return {
    serving,
    onCollected: (id: number, figures: unknown) => pending.get(id)?.(figures),
    async gather(): Promise<string> {
      const parts = await Promise.all([...serving].map(collect));
      // Imported only where it is used: the primary itself has no figures.
      const { AggregatorRegistry } = await import('prom-client');
      return AggregatorRegistry.aggregate(parts.filter((part) => part !== null) as object[]).metrics();
    },
  };
}

interface Shared {
  readonly database: DatabaseAccess;
  readonly sandbox: SharedSandbox | null;
  readonly log: Log;
  /** Called with the address of each worker that listens. */
  readonly onAddress: (address: string) => void;
}

/** Starts workers of the program, each of which gets what the instance shares and is then a worker of the crew. */
function makeFork(program: string, { database, sandbox, log, onAddress }: Shared): () => WorkerProcess {
  // As structures rather than JSON: figures may be no numbers.
  cluster.setupPrimary({ exec: program, args: process.argv.slice(2), serialization: 'advanced' });
  const figures = makeFigures();
  return () => {
    const worker = cluster.fork();
    let onReady = () => {};
    const ready = new Promise<void>((resolve) => {
      onReady = resolve;
    });
    /** What it was told while it may not have been listening. */
    let ending: 'stop' | 'fade' | null = null;
    worker.on('error', () => undefined);
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'hello') send(worker, ending ? { kind: ending } : { kind: 'begin', database, sandbox });
      else if (message.kind === 'ready') {
        figures.serving.add(worker);
        onAddress(message.address);
        onReady();
      } else if (message.kind === 'collected') figures.onCollected(message.id, message.figures);
      else
        void figures.gather().then(
          (text) => send(worker, { kind: 'gathered', id: message.id, text }),
          (err: unknown) => {
            log.error({ err }, 'figures of the workers not summed');
            send(worker, { kind: 'gathered', id: message.id, text: null });
          },
        );
    });
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      worker.once('exit', (code, signal) => {
        figures.serving.delete(worker);
        resolve({ code, signal });
      });
    });
    return {
      pid: worker.process.pid,
      ready,
      ended,
      notify: (kind) => {
        ending = kind;
        send(worker, { kind });
      },
      kill: () => void worker.process.kill('SIGKILL'),
    };
  };
}

/** The operator's account, the place for photos and whether there are users, over a connection that is closed before the workers open theirs. */
async function prepareOnce(config: Config, { url, direct_url }: DatabaseAccess, log: Log) {
  const db = openDb(url, { max: 1, pooled: url !== direct_url, prepare: config.database_prepare });
  try {
    printPassword(config, await prepareAccount({ db, clock: systemClock, passwords: passwords(), config, log }));
    const storage = await chooseStorage(config);
    const photos_note = await preparePlace({ db, storage, clock: systemClock, log });
    return { photos: storage.place, photos_note, has_accounts: await hasAccounts(db) };
  } finally {
    await db.close();
  }
}

/** The payments sandbox, where there is one, for all workers together: its state is in memory. */
async function openSharedSandbox(config: Config, log: Log, onStop: (close: () => unknown) => void) {
  if (config.stripe || !config.payments_sandbox) return null;
  const { data_dir, public_url, production } = config;
  const sandbox: PaymentsSandbox = await openSandbox({ data_dir, public_url, production, clock: systemClock, log });
  onStop(() => sandbox.close());
  const { shareSandbox } = await import('#tools/payments-sandbox/share.ts');
  const { shared, close } = await shareSandbox(sandbox);
  onStop(close);
  return { sandbox, shared };
}

async function open(config: Config, program: string, onStop: (close: () => unknown) => void) {
  const log = makeLogger(config.log_level);
  const database = await prepareInstance(config, { report: say }, onStop);
  const found = await prepareOnce(config, database, log);
  const payments = await openSharedSandbox(config, log, onStop);
  let webhook: string | undefined;
  const onAddress = (address: string) => {
    if (webhook === undefined) payments?.sandbox.start(`${address}/api/payments/webhook`);
    webhook = address;
  };
  const fork = makeFork(program, { database, sandbox: payments?.shared ?? null, log, onAddress });
  const limits = { fade_ms: FADE_LIMIT_MS, ready_ms: READY_MS };
  const crew = makeCrew({ size: config.web_concurrency, fork, log, ...limits });
  onStop(() => crew.stop(config.drain_seconds * 1000 + STOP_MARGIN_MS));
  const kind = config.stripe ? 'stripe' : payments ? 'sandbox' : 'off';
  void crew.ready.then(() => printBanner(config, { database_dir: database.dir, payments: kind, ...found }));
  return { log, crew };
}

export interface Primary extends RunningServer {
  readonly crew: Crew;
}

/**
 * Starts the server as several worker processes of `program`, and prints where it is when the first of them listens.
 * This process prepares what they share, watches over them and the embedded database, and serves nothing itself.
 * Resolves before they listen, so that a signal ends them however long that takes.
 */
export async function startPrimary(config: Config, program: string): Promise<Primary> {
  await requireFreePort(config);
  const closers: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  try {
    return { ...(await open(config, program, (close) => closers.push(close))), stop: stopOnce };
  } catch (error) {
    await stopOnce();
    throw error;
  }
}
