/** A limit of the project, where it is documented, and whether this run kept it. */
export interface Verdict {
  readonly limit: string;
  readonly where: string;
  readonly held: boolean;
  readonly measured: string;
  /** A better value that is not reached yet. */
  readonly wish?: number | string | undefined;
}

export const verdict = (
  where: string,
  limit: string,
  held: boolean,
  measured: string,
  wish?: number | string,
): Verdict => ({ limit, where, held, measured, wish });

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

/** Returns the value below which `share` (0 to 1) of the sorted numbers lie. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const heading = (text: string): void => console.log(`\n${text}\n${'-'.repeat(text.length)}`);

export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]!.length)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
}

/** Prints every limit with its measurement, wish and page. Returns true if all limits were kept. */
export function conclude(verdicts: readonly Verdict[]): boolean {
  heading('Limits');
  for (const { limit, where, held, measured, wish } of verdicts) {
    const wished = wish === undefined ? '' : `, wish: ${wish}`;
    console.log(`${held ? 'held  ' : 'BROKEN'}  ${limit}: ${measured}${wished}  (${where})`);
  }
  return verdicts.every(({ held }) => held);
}
