import { type DrawPicture, images } from './images.ts';
import { describeError, type ImageAnswer, type ImageResult, type ImageTask } from './process-messages.ts';

/** Performs the server's tasks in the image process, and exits when the server disconnects. */
export function performImageTasks(drawPicture: DrawPicture): void {
  const work = images(drawPicture);
  const perform = (task: ImageTask): Promise<ImageResult> =>
    task.kind === 'webp' ? work.makeWebp(task.path, task.variants) : work.drawPicture(task.picture);
  const answer = (message: ImageAnswer) => process.send?.(message);

  process.on('message', (task: ImageTask) => {
    perform(task)
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer(describeError(error)),
      )
      // Pixels are outside the heap, where they do not trigger garbage collection (docs/decisions/0054).
      .finally(() => globalThis.gc?.());
  });
  // Ctrl-C reaches the whole process group, but the server ends this process after its requests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
}
