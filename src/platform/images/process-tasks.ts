import { type DrawPicture, images } from './images.ts';
import { describeError, type ImageAnswer, type ImageResult, type ImageTask } from './process-messages.ts';

/**
 * Performs the tasks that the server sends to this process, which process-child.ts starts with a program of the
 * product. The process ends when the server disconnects.
 */
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
      // Pixels lie outside the heap, where they do not hurry the garbage collector (docs/decisions/0054).
      .finally(() => globalThis.gc?.());
  });
  // Ctrl-C reaches the whole process group; the server ends this process after its requests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
}
