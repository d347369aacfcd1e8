/** An aim of the project, where it is written down, and whether this run reached it. */
export interface Verdict {
  readonly aim: string;
  /** The page and heading under docs/ that states the number. */
  readonly where: string;
  readonly reached: boolean;
  readonly measured: string;
}

export const verdict = (where: string, aim: string, reached: boolean, measured: string): Verdict => ({
  aim,
  where,
  reached,
  measured,
});

/** The middle of an odd number of values, the mean of the two middle ones otherwise. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

/** The value below which `share` (0 to 1) of the sorted numbers lie. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const heading = (text: string): void => console.log(`\n${text}\n${'-'.repeat(text.length)}`);

/** Prints rows under a head, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]!.length)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
}

/** Prints every aim with what was measured and where it is written; true when all were reached. */
export function conclude(verdicts: readonly Verdict[]): boolean {
  heading('Aims');
  for (const { aim, where, reached, measured } of verdicts)
    console.log(`${reached ? 'reached' : 'MISSED '}  ${aim}: ${measured}  (${where})`);
  return verdicts.every(({ reached }) => reached);
}
