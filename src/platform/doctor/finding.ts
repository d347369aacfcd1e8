import { describeThrown } from '../lib/foreign-text.ts';

/** The result of a check. `old` works but is old, and `nothing` had nothing to check. */
export interface Finding {
  readonly is: 'ok' | 'old' | 'wrong' | 'nothing';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ is: 'ok', text });
export const old = (text: string): Finding => ({ is: 'old', text });
export const wrong = (text: string): Finding => ({ is: 'wrong', text });
export const nothing = (text: string): Finding => ({ is: 'nothing', text });

/** Returns an error's message with a period. An AggregateError of several addresses has the messages in its parts. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(' ');
  return describeThrown(error).replace(/\.?$/, '.');
}
