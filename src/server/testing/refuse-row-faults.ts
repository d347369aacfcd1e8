import { afterAll, afterEach } from 'vitest';
import { takeRowFaults } from './row-faults.ts';

function refuseRowFaults(): void {
  const found = takeRowFaults();
  if (found.length > 0) throw new Error(`Statements and their schemas differ:\n${found.join('\n')}`);
}

afterEach(refuseRowFaults);
afterAll(refuseRowFaults);
