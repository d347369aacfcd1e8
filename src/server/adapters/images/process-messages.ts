import { Overloaded } from '../concurrency-limit.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import type { ImageSet, Variant } from './images.ts';

/** What the process that makes pictures is asked for. */
export interface PictureTask {
  readonly id: number;
  readonly path: string;
  readonly variants: readonly Variant[];
}

/** The errors that a caller tells apart; `Error` stands for any other. */
const ERRORS = { NotAnImage, TooManyPixels, ImageUnreadable, Overloaded, Error } as const;
type ErrorName = keyof typeof ERRORS;

export type PictureAnswer = { readonly id: number } & (
  | { readonly made: ImageSet }
  | { readonly error: ErrorName; readonly message: string }
);

/** An error as it goes to the other process. */
export function describeError(error: unknown): { error: ErrorName; message: string } {
  const names = Object.keys(ERRORS) as ErrorName[];
  return { error: names.find((name) => error instanceof ERRORS[name]) ?? 'Error', message: String(error) };
}

/** The same error on this side. */
export const errorOf = (answer: { error: ErrorName; message: string }): Error =>
  new ERRORS[answer.error](answer.message);
