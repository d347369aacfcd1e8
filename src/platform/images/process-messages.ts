import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import type { ImageSet, Picture, Variant } from './images.ts';

/** A task of the image process; it gets one at a time. */
export type ImageTask =
  | { readonly kind: 'webp'; readonly path: string; readonly variants: readonly Variant[] }
  | { readonly kind: 'picture'; readonly picture: Picture };

export type ImageResult = ImageSet | Buffer;

/** The errors that callers distinguish; `Error` stands for any other. */
const ERRORS = { NotAnImage, TooManyPixels, ImageUnreadable, Overloaded, Error } as const;
type ErrorName = keyof typeof ERRORS;

export type ImageAnswer = { readonly result: ImageResult } | { readonly error: ErrorName; readonly message: string };

/** An error as it is sent to the server's process. */
export function describeError(error: unknown): { error: ErrorName; message: string } {
  const names = Object.keys(ERRORS) as ErrorName[];
  return { error: names.find((name) => error instanceof ERRORS[name]) ?? 'Error', message: String(error) };
}

/** The same error in the server's process. */
export const toError = (answer: { error: ErrorName; message: string }): Error =>
  new ERRORS[answer.error](answer.message);
