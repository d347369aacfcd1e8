import type { WorkerFigures } from '../http/health.ts';
import type { FromWorker } from './messages.ts';

/** Longer than the primary waits for a worker, shorter than Prometheus waits for an answer. */
const PATIENCE_MS = 5000;

/**
 * The figures of the other workers, reached through the primary by `send`. Whoever asks for them gets null when the
 * primary has not answered after `patience_ms`, and an error when it could not sum them.
 */
export function makeWorkerFigures(send: (message: FromWorker) => void, patience_ms = PATIENCE_MS) {
  let read: () => Promise<unknown> = async () => [];
  const pending = new Map<number, (text: string | null) => void>();
  let requests = 0;
  const worker_figures: WorkerFigures = {
    offer: (figures) => {
      read = figures;
    },
    gather: () =>
      new Promise((resolve, reject) => {
        const id = requests++;
        const done = () => {
          clearTimeout(impatience);
          pending.delete(id);
        };
        const impatience = setTimeout(() => {
          done();
          resolve(null);
        }, patience_ms);
        pending.set(id, (text) => {
          done();
          if (text === null) reject(new Error('The primary could not sum the figures of the workers.'));
          else resolve(text);
        });
        send({ kind: 'gather', id });
      }),
  };
  return {
    worker_figures,
    /** Answers the primary, which asks for the figures of this process; null when they could not be read. */
    collect: async (id: number) => send({ kind: 'collected', id, figures: await read().catch(() => null) }),
    onGathered: (id: number, text: string | null) => pending.get(id)?.(text),
  };
}
