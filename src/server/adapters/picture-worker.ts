import { Overloaded } from './gate.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import { images, type MadePicture, type Variant } from './images.ts';

/** What the process is asked for. */
export interface PictureTask {
  readonly id: number;
  readonly path: string;
  readonly variants: readonly Variant[];
}

/** The errors that a caller tells apart; `Error` stands for any other. */
export const PICTURE_ERRORS = { NotAnImage, TooManyPixels, ImageUnreadable, Overloaded, Error } as const;

export type PictureAnswer = { readonly id: number } & (
  | { readonly made: MadePicture }
  | { readonly error: keyof typeof PICTURE_ERRORS; readonly message: string }
);

function nameOf(error: unknown): keyof typeof PICTURE_ERRORS {
  const names = Object.keys(PICTURE_ERRORS) as (keyof typeof PICTURE_ERRORS)[];
  return names.find((name) => error instanceof PICTURE_ERRORS[name]) ?? 'Error';
}

if (process.send) {
  const answer = (message: PictureAnswer) => process.send?.(message);
  // One at a time: what two would need together is what this process is kept small for (docs/decisions/0042).
  const make = images({ at_once: 1 });
  process.on('message', ({ id, path, variants }: PictureTask) => {
    make
      .makeWebp(path, variants)
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
}
