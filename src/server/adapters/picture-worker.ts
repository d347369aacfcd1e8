import { makeGate } from './gate.ts';
import { images } from './images.ts';
import { PICTURE_ERRORS, type PictureAnswer, type PictureTask } from './picture-task.ts';

/* The program of the process that makes pictures. Imported by nothing: it takes over the channel to its parent. */

function nameOf(error: unknown): keyof typeof PICTURE_ERRORS {
  const names = Object.keys(PICTURE_ERRORS) as (keyof typeof PICTURE_ERRORS)[];
  return names.find((name) => error instanceof PICTURE_ERRORS[name]) ?? 'Error';
}

const answer = (message: PictureAnswer) => process.send?.(message);
const pictures = images();
// One at a time, decoder and encoder together: what two would need is what this process is kept small for
// (docs/decisions/0042).
const gate = makeGate(1, 50);
process.on('message', ({ id, path, variants }: PictureTask) => {
  gate(() => pictures.makeWebp(path, variants))
    .then(
      (made) => answer({ id, made }),
      (error: unknown) => answer({ id, error: nameOf(error), message: String(error) }),
    )
    // The pixels lie outside of the heap, whose collector does not hurry for them.
    .finally(() => globalThis.gc?.());
});
// Ctrl-C reaches the whole group; the server ends this process once its requests are over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
