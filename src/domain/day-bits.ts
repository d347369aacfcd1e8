import { addDays, type LocalDay } from './days.ts';

/**
 * A set of a mission's days as hex digits, four days per digit. The highest bit of the first digit is the first day.
 * Trailing zero digits are left out.
 */
export type DayBits = string;

/** Packs a string of '0' and '1', first day first. PostgreSQL writes a bit string this way. */
export function packDays(row: string): DayBits {
  const end = row.lastIndexOf('1') + 1;
  let hex = '';
  for (let at = 0; at < end; at += 4) hex += Number.parseInt(row.slice(at, at + 4).padEnd(4, '0'), 2).toString(16);
  return hex;
}

const DIGIT_0 = '0'.charCodeAt(0);
const LETTER_A = 'a'.charCodeAt(0);

/** Returns true if the set contains day number `day`, counted from 0. Returns false for negative numbers. */
export function hasDay(bits: DayBits, day: number): boolean {
  if (day < 0 || day >= 4 * bits.length) return false;
  // Runs for each day of each member: reading a character code is faster than parsing it.
  const code = bits.charCodeAt(day >> 2);
  return ((code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10) & (8 >> (day & 3))) !== 0;
}

/** Returns the set plus day number `day`, counted from 0. */
export function withDay(bits: DayBits, day: number): DayBits {
  const digits = bits.padEnd((day >> 2) + 1, '0');
  const at = day >> 2;
  const digit = Number.parseInt(digits.charAt(at), 16) | (8 >> (day & 3));
  return digits.slice(0, at) + digit.toString(16) + digits.slice(at + 1);
}

/** Counts the days in the set. */
export function countDays(bits: DayBits): number {
  let count = 0;
  for (const digit of bits) for (let left = Number.parseInt(digit, 16); left > 0; left >>= 1) count += left & 1;
  return count;
}

/** Lists the days of the set in order, if day number 0 is `first`. */
export function daysIn(bits: DayBits, first: LocalDay): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = 0; day < bits.length * 4; day += 1) if (hasDay(bits, day)) days.push(addDays(first, day));
  return days;
}
