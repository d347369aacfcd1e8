/** The differences between a test's rows and their schemas (check-rows.ts). */
const faults = new Set<string>();

export const addRowFault = (fault: string): void => void faults.add(fault);

/** Returns the faults since the last call. */
export function takeRowFaults(): string[] {
  const found = [...faults];
  faults.clear();
  return found;
}
