import { makeConcurrencyLimit } from '../concurrency-limit.ts';
import { images } from './images.ts';
import { describeError, type PictureAnswer, type PictureTask } from './process-messages.ts';

// The program of the process that makes pictures (images-process.ts).
const answer = (message: PictureAnswer) => process.send?.(message);
const make = images();
// One at a time, decoder and encoder together: what two would need is what this process is kept small for
// (docs/decisions/0015).
const gate = makeConcurrencyLimit(1, 50);
process.on('message', ({ id, path, variants }: PictureTask) => {
  gate(() => make.makeWebp(path, variants))
    .then(
      (made) => answer({ id, made }),
      (error: unknown) => answer({ id, ...describeError(error) }),
    )
    // The pixels lie outside of the heap, whose collector does not hurry for them.
    .finally(() => globalThis.gc?.());
});
// Ctrl-C reaches the whole group; the server ends this process once its requests are over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
