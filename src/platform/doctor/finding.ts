import { describeThrown } from '../lib/foreign-text.ts';

/** What a look at one part found: that it works, that it works but is old, that it is wrong, or that there was nothing to look at. */
export interface Finding {
  readonly is: 'ok' | 'old' | 'wrong' | 'nothing';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ is: 'ok', text });
export const old = (text: string): Finding => ({ is: 'old', text });
export const wrong = (text: string): Finding => ({ is: 'wrong', text });
export const nothing = (text: string): Finding => ({ is: 'nothing', text });

/** The words of an error, with a full stop. One of a connection that tried several addresses has them in its parts. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(' ');
  return describeThrown(error).replace(/\.?$/, '.');
}
