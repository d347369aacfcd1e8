import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import type { WorkerFigures } from '../http/health.ts';
import { openServing, type Serving } from '../start.ts';
import { FADE_LIMIT_MS, STOP_MARGIN_MS } from '../stop.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { makeWorkerFigures } from './worker-figures.ts';

/** Sends to the primary, which may be gone by now. */
function send(message: FromWorker): void {
  if (process.connected) process.send!(message, undefined, undefined, () => undefined);
}

type Begin = Extract<ToWorker, { kind: 'begin' }>;

async function begin(config: Config, { database, sandbox }: Begin, worker_figures: WorkerFigures): Promise<Serving> {
  const serving = await openServing(config, {
    database,
    worker_figures,
    // Only asked for where the settings allow a sandbox, and the primary has opened one then.
    openSandbox: async () => (await import('#tools/payments-sandbox/share.ts')).joinSandbox(sandbox!),
  });
  serving.server.log.info({}, 'worker ready');
  send({ kind: 'ready', address: serving.address });
  return serving;
}

/** Ends the process in order, once, however often and from wherever it is told to. One that fades can be told to hurry. */
function makeEnd(config: Config, current: () => Promise<Serving> | undefined) {
  let ending: 'stop' | 'fade' | 'abandoned' | null = null;
  const hurry = new AbortController();
  const exitAfter = (ms: number) => setTimeout(() => process.exit(1), ms).unref();
  const stop = async (how: 'stop' | 'fade' | 'abandoned') => {
    const serving = await current()?.catch(() => undefined);
    if (how === 'fade') await serving?.fade(hurry.signal);
    // Without the primary no new connection comes, and the workers of another start may be waiting for the port.
    else await serving?.stop(how === 'stop' ? config.drain_seconds * 1000 : 0);
  };
  return (how: 'stop' | 'fade' | 'abandoned', code = 0) => {
    const before = ending;
    if (before === null || (before === 'fade' && how !== 'fade')) ending = how;
    else return;
    if (before === 'fade') {
      hurry.abort();
      exitAfter(STOP_MARGIN_MS);
      return;
    }
    exitAfter(how === 'fade' ? FADE_LIMIT_MS : config.drain_seconds * 1000 + STOP_MARGIN_MS);
    stop(how).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
}

/** Serves as one of several processes: begins when the primary says so, and stops in order when it is gone. */
export function runWorker(config: Config, explain: (error: unknown) => string): void {
  let starting: Promise<Serving> | undefined;
  const end = makeEnd(config, () => starting);
  let is_stopping = false;
  const { worker_figures, collect, onGathered } = makeWorkerFigures(send);

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'begin') {
      starting = begin(config, message, worker_figures);
      starting.catch((error: unknown) => {
        console.error(`A worker could not start. ${explain(error)}`);
        process.exit(1);
      });
    } else if (message.kind === 'collect') void collect(message.id);
    else if (message.kind === 'gathered') onGathered(message.id, message.text);
    else {
      is_stopping = message.kind === 'stop';
      end(message.kind);
    }
  });
  send({ kind: 'hello' });
  cluster.worker!.on('disconnect', () => {
    // A primary that goes before its workers have stopped was told to end at once.
    if (is_stopping) process.exit(1);
    // Otherwise Node ends a worker at once when its primary is gone.
    cluster.worker!.exitedAfterDisconnect = true;
    end('abandoned');
  });
  // A terminal sends its signals to all processes at once, so a second way to the same end is no surprise.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end('stop'));
  // The primary's matter, which restarts all workers.
  process.on('SIGUSR2', () => undefined);
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, async (err: unknown) => {
      const serving = await starting?.catch(() => undefined);
      serving?.server.log.error({ err }, 'stopping after an unexpected error');
      end('abandoned', 1);
    });
}
