import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import type { ImageSet, Picture, Variant } from './images.ts';

export type ImageTask =
  | { readonly kind: 'webp'; readonly path: string; readonly variants: readonly Variant[] }
  | { readonly kind: 'picture'; readonly picture: Picture };

export type ImageResult = ImageSet | Buffer;

/** The errors that callers distinguish; `Error` covers the rest. */
const ERRORS = { NotAnImage, TooManyPixels, ImageUnreadable, Overloaded, Error } as const;
type ErrorName = keyof typeof ERRORS;

export type ImageAnswer = { readonly result: ImageResult } | { readonly error: ErrorName; readonly message: string };

/** Serializes an error for the server process. */
export function describeError(error: unknown): { error: ErrorName; message: string } {
  const names = Object.keys(ERRORS) as ErrorName[];
  return { error: names.find((name) => error instanceof ERRORS[name]) ?? 'Error', message: String(error) };
}

/** Restores an error in the server process. */
export const toError = (answer: { error: ErrorName; message: string }): Error =>
  new ERRORS[answer.error](answer.message);
