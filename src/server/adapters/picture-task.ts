import { Overloaded } from './gate.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import type { MadePicture, Variant } from './images.ts';

/* What the server and the process that makes pictures say to each other. Nothing here brings sharp into the server. */

/** What the process is asked for. */
export interface PictureTask {
  readonly id: number;
  readonly path: string;
  readonly variants: readonly Variant[];
}

/** The errors that a caller tells apart; `Error` stands for any other. */
export const PICTURE_ERRORS = { NotAnImage, TooManyPixels, ImageUnreadable, Overloaded, Error } as const;

/** What it answers, under the id of the task. */
export type PictureAnswer = { readonly id: number } & (
  | { readonly made: MadePicture }
  | { readonly error: keyof typeof PICTURE_ERRORS; readonly message: string }
);
