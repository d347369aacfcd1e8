/**
 * A set of days of a mission as hex digits, four days each: the first digit's highest bit is the first day, digits of
 * nothing at the end are left out. A year of one member takes at most 92 characters.
 */
export type DayBits = string;

/** Packs a row of '0' and '1', the first day first, as PostgreSQL writes a bit string. */
export function packDays(row: string): DayBits {
  let hex = '';
  for (let at = 0; at < row.length; at += 4)
    hex += Number.parseInt(row.slice(at, at + 4).padEnd(4, '0'), 2).toString(16);
  return hex.replace(/0+$/, '');
}

/** Whether the day with this number (0 is the first) is in the set. */
export function hasDay(bits: DayBits, day: number): boolean {
  if (day < 0) return false;
  const digit = Number.parseInt(bits.charAt(day >> 2) || '0', 16);
  return (digit & (8 >> (day & 3))) !== 0;
}

/** The set with one more day. */
export function withDay(bits: DayBits, day: number): DayBits {
  const digits = bits.padEnd((day >> 2) + 1, '0');
  const at = day >> 2;
  const digit = Number.parseInt(digits.charAt(at), 16) | (8 >> (day & 3));
  return digits.slice(0, at) + digit.toString(16) + digits.slice(at + 1);
}

/** How many days are in the set. */
export function countDays(bits: DayBits): number {
  let count = 0;
  for (const digit of bits) for (let left = Number.parseInt(digit, 16); left > 0; left >>= 1) count += left & 1;
  return count;
}
