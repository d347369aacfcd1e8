/** What the statements of a test return that their schemas do not say (check-rows.ts). */
const faults = new Set<string>();

export const addRowFault = (fault: string): void => void faults.add(fault);

/** Returns the faults since the last call. */
export function takeRowFaults(): string[] {
  const found = [...faults];
  faults.clear();
  return found;
}
