import type { LocalDay } from './days.ts';
import { AMOUNT_MAX } from './limits.ts';

/**
 * Amounts of what a mission counts (docs/rules.md#missions). Code computes in whole hundredths, because sums of decimal
 * fractions are inexact; JSON has plain numbers.
 */

/** When the day's check-in is made: with any amount, or when the target is reached. */
export const COUNTS_AT = ['any', 'target'] as const;
export type CountsAt = (typeof COUNTS_AT)[number];

export const AMOUNT_KINDS = ['add', 'set'] as const;
export type AmountKind = (typeof AMOUNT_KINDS)[number];

/** One change of a day's amount: `add` raises it, `set` replaces it. */
export interface AmountWrite {
  readonly id: string;
  /** The sender's own ID; null without one. */
  readonly client_id: string | null;
  readonly kind: AmountKind;
  readonly hundredths: number;
  /** The instant that counts, in milliseconds since 1970. */
  readonly performed_ms: number;
}

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Compares writes by instant, then by client ID, then by ID. Writes without a client ID come first. */
const compareWrites = (a: AmountWrite, b: AmountWrite): number =>
  a.performed_ms - b.performed_ms || compareText(a.client_id ?? '', b.client_id ?? '') || compareText(a.id, b.id);

/** Computes the amount of a day in hundredths: its last `set` plus the `add`s after it, in any order of arrival. */
export const dayHundredths = (writes: readonly AmountWrite[]): number =>
  [...writes]
    .sort(compareWrites)
    .reduce((sum, { kind, hundredths }) => (kind === 'set' ? hundredths : sum + hundredths), 0);

/** Returns a number of JSON in hundredths; null if it has more than two decimals. */
export function toHundredths(amount: number): number | null {
  const hundredths = Math.round(amount * 100);
  return hundredths / 100 === amount ? hundredths : null;
}

/** Returns hundredths as a number of JSON. */
export const fromHundredths = (hundredths: number): number => hundredths / 100;

/** Returns hundredths as a number of JSON; null stays null. */
export const fromHundredthsOrNull = (hundredths: number | null): number | null =>
  hundredths === null ? null : fromHundredths(hundredths);

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const TYPED = /^\d{1,7}(?:[.,\u066b]\d{1,2})?$/;

/**
 * Parses a typed amount with a point or comma into a number; null if it is unclear or out of range. `8.214` and `8 214`
 * are unclear, because languages group digits differently.
 */
export function parseAmount(text: string, min: number): number | null {
  const digits = text.trim().replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
  if (!TYPED.test(digits)) return null;
  const amount = Number(digits.replace(/[,\u066b]/, '.'));
  return amount >= min && amount <= AMOUNT_MAX ? amount : null;
}

/** How a mission counts. */
export interface CountingRule {
  readonly counts_at: CountsAt;
  /** Of a member, a day; null without a target. */
  readonly target_hundredths: number | null;
}

/** Returns true if a write that changed a day's amount makes the day's check-in, unless the day has one. */
export const makesCheckin = (rule: CountingRule, { before, after }: { before: number; after: number }): boolean =>
  after > before && (rule.counts_at === 'any' || rule.target_hundredths === null || after >= rule.target_hundredths);

/** A stored amount of a day. */
export interface DayAmount {
  readonly day: LocalDay;
  readonly hundredths: number;
}

/** Returns the amount of a day in hundredths; 0 without a stored one. */
export const hundredthsOn = (amounts: readonly DayAmount[], day: LocalDay): number =>
  amounts.find((one) => one.day === day)?.hundredths ?? 0;

/** Returns true if the members completed their road and one of them has a part in it. All numbers are hundredths. */
export const hasArrived = (road: { length: number | null; done: number | null }, own: number): boolean =>
  road.length !== null && (road.done ?? 0) >= road.length && own > 0;
